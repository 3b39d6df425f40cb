// Every screen of the app, for the screenshots, axe and Lighthouse.
import type { Page } from '@playwright/test'
import editor from '../src/i18n/locales/ar/translation-editor.json' with { type: 'json' }
import type { DemoIds, DemoAccount } from './demo.ts'

export type Screen = { name: string; as: DemoAccount | null; path: (ids: DemoIds) => string }
/** Something that opens on a screen. The names of its controls are in Arabic. */
export type OpenedScreen = Screen & { open: (page: Page) => Promise<void> }

export const SCREENS: Screen[] = [
  { name: 'sign-in', as: null, path: () => '/sign-in' },
  { name: 'forgotten', as: null, path: () => '/forgotten' },
  { name: 'register', as: null, path: () => '/register/example' },
  { name: 'reset', as: null, path: () => '/reset/example' },
  { name: 'today', as: 'studio', path: () => '/' },
  { name: 'today-translator', as: 'translator', path: () => '/' },
  { name: 'library', as: 'studio', path: () => '/assets' },
  { name: 'library-list', as: 'studio', path: () => '/assets?as=list' },
  { name: 'projects', as: 'studio', path: () => '/projects' },
  { name: 'project', as: 'studio', path: ({ project }) => `/projects/${project}` },
  { name: 'asset', as: 'studio', path: ({ asset }) => `/assets/${asset}` },
  { name: 'order', as: 'territory', path: ({ asset }) => `/order?asset=${asset}` },
  { name: 'work-requests', as: 'studio', path: () => '/workrequests' },
  ...['board', 'calendar', 'timeline'].map((as): Screen => ({
    name: `work-requests-${as}`,
    as: 'studio',
    path: () => `/workrequests?as=${as}`,
  })),
  {
    name: 'work-requests-grouped',
    as: 'vendor',
    path: () => '/workrequests?group=status&status=any',
  },
  { name: 'work-request', as: 'studio', path: ({ request }) => `/workrequests/${request}` },
  {
    name: 'translate',
    as: 'translator',
    path: ({ translate }) => `/workrequests/${translate}/translate`,
  },
  { name: 'review', as: 'reviewer', path: ({ offline }) => `/offlines/${offline}` },
  {
    name: 'playlist',
    as: 'studio',
    path: ({ request, offline }) => `/playlist?items=w${request}.o${offline}`,
  },
  { name: 'share', as: null, path: ({ share }) => share },
  { name: 'notifications', as: 'vendor', path: () => '/notifications' },
  { name: 'downloads', as: 'studio', path: () => '/downloads' },
  { name: 'shares', as: 'studio', path: () => '/shares' },
  ...['risk', 'coverage', 'volume', 'rejections', 'turnaround', 'downloads'].map(
    (part): Screen => ({
      name: `report-${part}`,
      as: 'studio',
      path: () => `/reports?part=${part}`,
    }),
  ),
  ...['profile', 'mail', 'calendars', 'tokens', 'security'].map((part): Screen => ({
    name: `account-${part}`,
    as: 'studio',
    path: () => `/account?part=${part}`,
  })),
  ...[
    'users',
    'groups',
    'territories',
    'studios',
    'projects',
    'assettypes',
    'workflows',
    'webhooks',
    'outbox',
    'jobs',
    'audit',
  ].map((part): Screen => ({
    name: `administration-${part}`,
    as: 'admin',
    path: () => `/administration/${part}`,
  })),
  { name: 'administration', as: 'admin', path: () => '/administration' },
  { name: 'administration-invite', as: 'admin', path: () => '/administration/users/invite' },
  {
    name: 'administration-user',
    as: 'admin',
    path: ({ person }) => `/administration/users/${person}`,
  },
  {
    name: 'administration-studio',
    as: 'admin',
    path: ({ studio }) => `/administration/studios/${studio}`,
  },
  {
    name: 'administration-sign-in',
    as: 'admin',
    path: ({ studio }) => `/administration/studios/${studio}/sign-in`,
  },
  {
    name: 'administration-drafts',
    as: 'admin',
    path: () => '/administration/studios/lanternfold/drafts',
  },
  {
    name: 'administration-words',
    as: 'admin',
    path: () => '/administration/studios/lanternfold/words',
  },
  {
    name: 'administration-workflow',
    as: 'admin',
    path: ({ workflow }) => `/administration/workflows/${workflow}`,
  },
  { name: 'not-found', as: 'studio', path: () => '/there-is-no-such-page' },
]

const editorTool = (name: string, item: string): OpenedScreen => ({
  name,
  as: 'translator',
  path: ({ translate }) => `/workrequests/${translate}/translate`,
  async open(page) {
    await page.getByRole('button', { name: editor.tools, exact: true }).click()
    await page.getByRole('group', { name: editor.tools }).getByText(item, { exact: true }).click()
    await page.getByRole('dialog').waitFor()
  },
})

export const OPENED_SCREENS: OpenedScreen[] = [
  editorTool('export-dialog', editor.export.open),
  editorTool('conform-dialog', editor.conform),
  editorTool('drafts-dialog', editor.draftByMachine),
  editorTool('import-dialog', editor.import.open),
  editorTool('shortcut-list', editor.shortcuts.title),
  {
    name: 'search',
    as: 'studio',
    path: () => '/workrequests',
    async open(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('trailer')
      await page.getByRole('option').first().waitFor()
    },
  },
]
