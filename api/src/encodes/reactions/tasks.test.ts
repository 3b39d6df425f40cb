import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fontFor, typefaceFor } from '@reelay/fonts'
import { subtitleStyle } from '../rules/subtitle-style.ts'
import { writeBurnInScript } from './tasks.ts'

const line = (text: string, source: string) =>
  JSON.stringify({ start: 200, stop: 1100, text, source })
const style = subtitleStyle({ width: 1920, height: 1080 }, fontFor(typefaceFor('deu', 'DE')))
const dialogueRows = (showsOriginal: boolean, lines = [line('Guten Abend.', 'Good evening.')]) =>
  writeBurnInScript({ dialogue: lines, graphics: [], style, showsOriginal })
    .split('\n')
    .filter((row) => row.startsWith('Dialogue:'))

test('burns in the original below the translation when both languages are ordered', () => {
  assert.match(dialogueRows(true).join(), /Guten Abend\.\\NGood evening\./)
  assert.doesNotMatch(dialogueRows(false).join(), /Good evening/)
})

test('shows a text once when the translation is the original', () => {
  assert.equal(
    dialogueRows(true, [line('Paris', 'Paris')])
      .join()
      .split('Paris').length,
    2,
  )
})
