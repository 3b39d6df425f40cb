// Which typeface a language needs. Pure, because the subtitle preview in the browser uses it too.

/** A set of fonts for burned-in text. */
export type Typeface =
  | 'latin'
  | 'arabic'
  | 'hebrew'
  | 'japanese'
  | 'korean'
  | 'simplified'
  | 'traditional'
  | 'thai'
  | 'devanagari'
export type Font = {
  /** The family name inside the font. */
  family: string
  direction: 'ltr' | 'rtl'
  /**
   * libass sizes a font by its row height. Scripts with marks above and below have taller rows;
   * this factor makes their letters as large as Latin ones.
   */
  scale: number
}
type Files = { files: readonly string[] }

export const LATIN = ['Regular', 'Italic', 'Bold', 'BoldItalic'].map(
  (style) => `@embedpdf/fonts-latin/fonts/NotoSans-${style}.ttf`,
)
export const JAPANESE = '@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf'

/** The Chinese, Japanese and Korean fonts have no bold file. libass emboldens the regular one. */
const FONTS: Record<Typeface, Font & Files> = {
  latin: { family: 'Noto Sans', files: [], direction: 'ltr', scale: 1 },
  arabic: {
    family: 'Noto Naskh Arabic',
    files: [
      '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf',
      '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Bold.ttf',
    ],
    direction: 'rtl',
    scale: 1.2,
  },
  hebrew: {
    family: 'Noto Sans Hebrew',
    files: [
      '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf',
      '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Bold.ttf',
    ],
    direction: 'rtl',
    scale: 0.9,
  },
  japanese: { family: 'Noto Sans Japanese Regular', files: [], direction: 'ltr', scale: 1 },
  korean: {
    family: 'Noto Sans Korean Regular',
    files: ['@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf'],
    direction: 'ltr',
    scale: 1,
  },
  simplified: {
    family: 'Noto Sans S Chinese Regular',
    files: ['@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf'],
    direction: 'ltr',
    scale: 1,
  },
  traditional: {
    family: 'Noto Sans T Chinese Regular',
    files: ['@embedpdf/fonts-tc/fonts/NotoSansHant-Regular.otf'],
    direction: 'ltr',
    scale: 1,
  },
  thai: {
    family: 'Noto Sans Thai',
    files: [
      '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
      '@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf',
    ],
    direction: 'ltr',
    scale: 1.1,
  },
  devanagari: {
    family: 'Noto Sans Devanagari',
    direction: 'ltr',
    scale: 1.25,
    files: [
      '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
      '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
    ],
  },
}

export const TYPEFACES = Object.keys(FONTS) as Typeface[]

/**
 * ISO 639-3. Other languages use the Latin typeface, which includes Greek and Cyrillic. `glyphs.ts`
 * finds letters that it lacks.
 */
const LANGUAGES: Partial<Record<Typeface, readonly string[]>> = {
  arabic: [
    'ara',
    'arb',
    'arz',
    'apc',
    'ary',
    'acm',
    'afb',
    'fas',
    'pes',
    'prs',
    'urd',
    'pus',
    'pbu',
    'ckb',
    'snd',
    'uig',
  ],
  hebrew: ['heb', 'yid', 'ydd'],
  japanese: ['jpn'],
  korean: ['kor'],
  simplified: ['zho', 'cmn', 'wuu'],
  traditional: ['yue', 'nan', 'hak'],
  thai: ['tha'],
  devanagari: ['hin', 'mar', 'nep', 'npi', 'san', 'bho', 'mai', 'kok'],
}
/** Territories that write Chinese with traditional characters. */
const TRADITIONAL = ['TW', 'HK', 'MO']

export function typefaceFor(language: string, territory: string): Typeface {
  const [typeface] = Object.entries(LANGUAGES).find(([, languages]) =>
    languages.includes(language),
  ) ?? ['latin']
  return typeface === 'simplified' && TRADITIONAL.includes(territory)
    ? 'traditional'
    : (typeface as Typeface)
}

export const fontFor = (typeface: Typeface): Font => FONTS[typeface]

/** Without the Latin and Japanese fonts, which every typeface also uses. */
export const ownFontFiles = (typeface: Typeface): readonly string[] => FONTS[typeface].files
