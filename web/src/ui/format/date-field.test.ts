import assert from 'node:assert/strict'
import { test } from 'node:test'
import i18next from 'i18next'
import { formatField } from './date-field.ts'

test('formats fields in the language of the app', async () => {
  await i18next.init({ lng: 'de' })
  assert.equal(formatField('date', '2026-11-28'), '28.11.2026')
  assert.equal(formatField('datetime-local', '2026-11-28T18:05'), '28.11.2026, 18:05')
  assert.equal(formatField('time', '18:05'), '18:05')
  await i18next.changeLanguage('en')
})

test('shows what is no date as it is', () => {
  assert.equal(formatField('date', 'soon'), 'soon')
})
