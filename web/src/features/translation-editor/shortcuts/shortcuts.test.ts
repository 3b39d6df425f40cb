import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import english from '../../../i18n/locales/en/translation-editor.json' with { type: 'json' }
import {
  SHORTCUTS,
  findShortcut,
  SHORTCUT_GROUPS,
  keyCombination,
  displayKeys,
  type ShortcutName,
} from './shortcuts.ts'

const press = (key: string, code: string, ...held: string[]) => ({
  key,
  code,
  altKey: held.includes('Alt'),
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Meta'),
  shiftKey: held.includes('Shift'),
})

test('matches keys by position with Alt and by letter with Ctrl', () => {
  assert.equal(keyCombination(press('ƒ', 'KeyF', 'Alt')), 'Alt+F')
  assert.equal(keyCombination(press('z', 'KeyY', 'Ctrl')), 'Ctrl+Z')
  assert.equal(keyCombination(press('ئ', 'KeyZ', 'Ctrl')), 'Ctrl+Z')
  assert.equal(keyCombination(press('<', 'Comma', 'Alt', 'Shift')), 'Alt+Shift+,')
  assert.equal(keyCombination(press('Z', 'KeyZ', 'Meta', 'Shift')), 'Ctrl+Shift+Z')
  assert.equal(keyCombination(press(' ', 'Space', 'Ctrl')), 'Ctrl+Space')
})

test('leaves keys that type a character to text fields', () => {
  assert.equal(findShortcut(press('?', 'Slash', 'Shift'), 'outside'), 'help')
  assert.equal(findShortcut(press('?', 'Minus', 'Shift'), 'outside'), 'help')
  assert.equal(findShortcut(press('?', 'Slash', 'Shift'), 'text'), undefined)
  assert.equal(findShortcut(press('Enter', 'Enter'), 'text'), 'next')
  assert.equal(findShortcut(press('Enter', 'Enter'), 'outside'), undefined)
  assert.equal(findShortcut(press('Enter', 'Enter', 'Shift'), 'text'), 'break')
  assert.equal(findShortcut(press('i', 'KeyI', 'Ctrl'), 'field'), undefined)
  assert.equal(findShortcut(press('z', 'KeyZ', 'Ctrl'), 'field'), undefined)
  assert.equal(findShortcut(press('5', 'Digit5', 'Alt'), 'text'), 'suggestion')
  assert.equal(findShortcut(press('a', 'KeyA'), 'text'), undefined)
})

test('assigns each key once', () => {
  const keys = Object.values(SHORTCUTS).flatMap((entry) => entry.keys as readonly string[])
  assert.deepEqual(keys.length, new Set(keys).size)
})

test('documents every shortcut', () => {
  const tables = SHORTCUT_GROUPS.map((group) => {
    const rows = (Object.keys(SHORTCUTS) as ShortcutName[]).filter(
      (command) => SHORTCUTS[command].group === group,
    )
    return `## ${english.shortcuts.group[group]}\n\n| Keys | Action |\n| --- | --- |\n${rows
      .map(
        (command) =>
          `| ${displayKeys(command)
            .map((key) => `\`${key}\``)
            .join(' or ')} | ${english.shortcuts.action[command]} |`,
      )
      .join('\n')}\n`
  })
  const intro = [
    '# Keyboard shortcuts of the translation editor',
    'Press `?` in the editor to show this list. On a Mac, Ctrl is ⌘ and Alt is ⌥.',
    'A test compares this page with `web/src/features/translation-editor/shortcuts/shortcuts.ts`.',
  ].join('\n\n')
  const page = `${intro}\n\n${tables.join('\n')}`
  assert.equal(
    readFileSync(
      new URL('../../../../../docs/reference/translate-keys.md', import.meta.url),
      'utf8',
    ),
    page,
  )
})
