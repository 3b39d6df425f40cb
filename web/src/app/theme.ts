import {
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/**
 * The accent colour. Contrast: shade 7 on white 7.0, shade 3 on the dark page 9.1, white on shade 6
 * of the dark scheme 5.3. Text needs 4.5.
 */
const ink: MantineColorsTuple = [
  '#eef0ff',
  '#dfe4ff',
  '#c1cbfd',
  '#a3b2fb',
  '#8093f3',
  '#6277e6',
  '#4b5fd8',
  '#3a4bc4',
  '#303ea3',
  '#273283',
]
/** Mantine's dark greys with some blue: 7 is the page, 6 surfaces, 4 borders, 0 text. */
const dark: MantineColorsTuple = [
  '#e6e8ed',
  '#c3c8d2',
  '#9aa2b1',
  '#6b7383',
  '#2e333d',
  '#252a33',
  '#1a1d24',
  '#121419',
  '#0d0f13',
  '#08090c',
]

/**
 * Inter has neither Arabic nor CJK. The fonts of the system come first for those, and are named
 * because a bare `sans-serif` is a serif font on some systems. The others are shipped
 * (`fallback-fonts.ts`), for systems that have none.
 */
const FONT_FAMILY = [
  '"Inter Variable"',
  'system-ui',
  '-apple-system',
  '"Segoe UI"',
  '"SF Arabic"',
  '"Noto Sans Arabic"',
  '"Hiragino Sans"',
  '"PingFang SC"',
  '"Apple SD Gothic Neo"',
  '"Yu Gothic UI"',
  '"Microsoft YaHei UI"',
  '"Malgun Gothic"',
  '"Noto Sans CJK JP"',
  '"Noto Sans Arabic Variable"',
  '"Noto Sans Hebrew Variable"',
  '"Noto Sans Devanagari Variable"',
  '"Noto Sans Thai Variable"',
  '"Noto Sans JP Variable"',
  '"Noto Sans KR Variable"',
  '"Noto Sans SC Variable"',
  'sans-serif',
].join(', ')

export const theme = createTheme({
  colors: { ink, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: FONT_FAMILY,
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  respectReducedMotion: true,
  cursorType: 'pointer',
})

/**
 * Replaces Mantine colours with too little contrast: dimmed text, placeholders, errors. Each of
 * these has at least 4.5.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fafafb',
    '--mantine-color-text': '#1b1e26',
    '--mantine-color-dimmed': '#5a6170',
    '--mantine-color-placeholder': '#6a7180',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': 'var(--mantine-color-ink-7)',
    '--mantine-color-default-border': '#d5d8df',
    '--surface': '#ffffff',
    '--field-edge': '#8a919f',
    '--edge': '#e5e7ec',
    '--hover': '#f4f5f8',
    '--tone-neutral': '#7b8291',
    '--tone-info': '#3a4bc4',
    '--tone-warning': '#b26a00',
    '--tone-accent': '#8a3fc0',
    '--tone-good': '#1a7f4b',
    '--tone-bad': '#c22f22',
  },
  dark: {
    '--mantine-color-body': '#121419',
    '--mantine-color-text': '#e6e8ed',
    '--mantine-color-dimmed': '#9aa2b1',
    '--mantine-color-placeholder': '#8b93a2',
    '--mantine-color-error': '#ff9c90',
    '--mantine-color-anchor': 'var(--mantine-color-ink-3)',
    '--mantine-color-default-border': '#353b47',
    '--surface': '#1a1d24',
    '--field-edge': '#6b7383',
    '--edge': '#2a2f39',
    '--hover': '#20242c',
    '--tone-neutral': '#8b93a2',
    '--tone-info': '#8fa0ff',
    '--tone-warning': '#f0b04c',
    '--tone-accent': '#c894f0',
    '--tone-good': '#5cc98f',
    '--tone-bad': '#ff8a7c',
  },
})

/** public/scheme.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'reelay.scheme' })
