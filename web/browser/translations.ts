// An order with a translation to write, and a colleague who writes it, too.
import type { Page } from '@playwright/test'
import { scripts, translations, type lines } from '@reelay/api/contract'
import type { BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'

const SOURCES = [
  'We see nothing.',
  'Nothing at all.',
  'Who is there?',
  'Nobody.',
  'They are coming...',
  'Nobody is here.',
  'One two',
  'The end.',
]
export const field = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Translation of line ${number}` })

/** Eight lines, none of them translated. */
export async function orderTranslation(app: BrowserApp) {
  const { call } = app
  const { _id: asset } = await app.newAsset('The Wind')
  const script = await call(scripts.createScript, {
    body: { asset, part: 'dialogue', language: 'eng' },
  })
  await call(scripts.scriptLines.put, { params: { id: script._id }, body: SOURCES.map(newLine) })
  const { _id: request, translation } = await order(app, asset, { dialogue: 'Subtitled' })
  const params = { id: translation._id }
  return {
    id: translation._id,
    path: `/workrequests/${request}/translate`,
    read: async () =>
      (await call(translations.translationLines.list, { params })).map(({ text }) => text),
    write: (texts: string[]) =>
      call(translations.translationLines.put, { params, body: texts.map(newLine) }),
  }
}

const newLine = (text: string, index: number): lines.NewLine => ({
  number: index + 1,
  startTime: `00:00:${String(index * 4).padStart(2, '0')},000`,
  stopTime: `00:00:${String(index * 4 + 3).padStart(2, '0')},000`,
  text,
})

export const joinColleague = (app: BrowserApp) => app.join({ name: 'Bo Salt', roles: ['studio'] })
