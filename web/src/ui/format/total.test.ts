import assert from 'node:assert/strict'
import { test } from 'node:test'
import i18next from 'i18next'
import { formatValue } from '../../i18n/locale.ts'
import { formatHidden, formatTotal, totalValues } from './total.ts'

const TEXTS = {
  en: { total_one: '{{count}} asset', total_other: '{{count}} assets' },
  de: { total_one: '{{count}} Asset', total_other: '{{count}} Assets' },
  ar: { total_one: 'أصل واحد', total_many: '{{count}} أصلًا', total_other: '{{count}} أصل' },
}

const translator = async (lng: keyof typeof TEXTS) => {
  await i18next
    .use({ type: 'formatter', init() {}, add() {}, addCached() {}, format: formatValue })
    .init({
      lng,
      resources: { [lng]: { common: TEXTS[lng] } },
      defaultNS: 'common',
      interpolation: { alwaysFormat: true },
    })
  return i18next.t
}

test('shows where the service stopped counting', async () => {
  await translator('en')
  assert.deepEqual(
    [formatTotal(9_999), formatTotal(null), formatTotal(null, 1_000)],
    ['9,999', '10,000+', '1,000+'],
  )
})

test('uses the plural form and the separators of the language', async () => {
  const texts = []
  for (const language of ['en', 'de', 'ar'] as const) {
    const t = await translator(language)
    texts.push([1, 2_345, null].map((total) => t('total', totalValues(total))))
  }
  assert.deepEqual(texts, [
    ['1 asset', '2,345 assets', '10,000+ assets'],
    ['1 Asset', '2.345 Assets', '10.000+ Assets'],
    ['أصل واحد', '2,345 أصلًا', '10,000+ أصل'],
  ])
})

test('counts what a page does not show', async () => {
  await translator('en')
  assert.deepEqual(
    [formatHidden(3, 3), formatHidden(700, 200), formatHidden(null, 200)],
    ['', '500', '9,800+'],
  )
})
