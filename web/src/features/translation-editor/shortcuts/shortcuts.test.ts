import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import english from '../../../i18n/locales/en/translation-editor.json' with { type: 'json' }
import { setAssignedKeys } from '../../../ui/shortcuts/assigned-keys.ts'
import { findGlobalAction } from '../../../ui/shortcuts/global-shortcuts.ts'
import { keyCombination, keyCombinations, keyNames } from '../../../ui/shortcuts/key-combination.ts'
import {
  SHORTCUTS,
  findShortcut,
  SHORTCUT_GROUPS,
  displayKeys,
  shortcutLabel,
  type ShortcutName,
} from './shortcuts.ts'

const press = (key: string, code: string, ...held: string[]) => ({
  key,
  code,
  altKey: held.includes('Alt'),
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Meta'),
  shiftKey: held.includes('Shift'),
  getModifierState: () => held.includes('AltGraph'),
})

test('matches keys by position with Alt and by letter with Ctrl', () => {
  assert.equal(keyCombination(press('ا', 'KeyF', 'Alt')), 'Alt+F')
  assert.equal(keyCombination(press('z', 'KeyY', 'Ctrl')), 'Ctrl+Z')
  assert.equal(keyCombination(press('ئ', 'KeyZ', 'Ctrl')), 'Ctrl+Z')
  assert.equal(keyCombination(press('<', 'Comma', 'Alt', 'Shift')), 'Alt+Shift+,')
  assert.equal(keyCombination(press('Z', 'KeyZ', 'Meta', 'Shift')), 'Ctrl+Shift+Z')
  assert.equal(keyCombination(press(' ', 'Space', 'Ctrl')), 'Ctrl+Space')
})

test('leaves keys that type a character to text fields', () => {
  assert.equal(findGlobalAction(press('?', 'Slash', 'Shift')), 'help')
  assert.equal(findGlobalAction(press('?', 'Minus', 'Shift')), 'help')
  assert.equal(findGlobalAction(press('/', 'Slash', 'Ctrl')), 'help')
  assert.equal(findShortcut(press('Enter', 'Enter'), 'text'), 'next')
  assert.equal(findShortcut(press('Enter', 'Enter'), 'outside'), undefined)
  assert.equal(findShortcut(press('Enter', 'Enter', 'Shift'), 'text'), 'break')
  assert.equal(findShortcut(press('i', 'KeyI', 'Ctrl'), 'field'), undefined)
  assert.equal(findShortcut(press('z', 'KeyZ', 'Ctrl'), 'field'), undefined)
  assert.equal(findShortcut(press('5', 'Digit5', 'Alt'), 'text'), 'suggestion')
  assert.equal(findShortcut(press('a', 'KeyA'), 'text'), undefined)
})

test('never takes a character that AltGr types', () => {
  for (const [key, code] of [
    ['ć', 'KeyC'],
    ['ś', 'KeyS'],
    ['€', 'KeyE'],
    ['@', 'KeyQ'],
    ['[', 'Digit8'],
    ['…', 'Period'],
  ] as const)
    for (const held of [['AltGraph'], ['AltGraph', 'Alt'], ['Ctrl', 'Alt']])
      for (const focus of ['text', 'field'] as const)
        assert.equal(findShortcut(press(key, code, ...held), focus, false), undefined, key)
  assert.equal(findShortcut(press('c', 'KeyC', 'Alt'), 'text', false), 'copySource')
})

test('never takes a character that Option types on a Mac, where Control is Alt', () => {
  const find = (...pressed: Parameters<typeof press>) =>
    findShortcut(press(...pressed), 'text', true)
  for (const [key, code] of [
    ['ć', 'KeyC'],
    ['ą', 'KeyA'],
    ['Dead', 'KeyE'],
    ['Dead', 'KeyU'],
    ['“', 'BracketLeft'],
    ['¡', 'Digit1'],
    ['≤', 'Comma'],
  ] as const)
    assert.equal(find(key, code, 'Alt'), undefined, key)
  assert.equal(find('c', 'KeyC', 'Ctrl'), 'copySource')
  assert.equal(find('1', 'Digit1', 'Ctrl'), 'suggestion')
  assert.equal(find(',', 'Comma', 'Ctrl', 'Shift'), 'outEarlier')
  assert.equal(find('ArrowDown', 'ArrowDown', 'Alt'), 'next')
  assert.equal(find('z', 'KeyZ', 'Meta'), 'undo')
  assert.equal(find(' ', 'Space', 'Ctrl'), 'playPause')
  assert.deepEqual(
    ['Alt+C', 'Alt+ArrowDown', 'Ctrl+Z', 'Ctrl+Space', 'Alt+Shift+,'].map((keys) =>
      keyNames(keys, true).join(''),
    ),
    ['⌃C', '⌥↓', '⌘Z', '⌃Space', '⌃⇧,'],
  )
})

test('follows the keys that a person has assigned, and still types characters', (t) => {
  t.after(() => setAssignedKeys([]))
  setAssignedKeys([
    { action: 'editor.merge', keys: ['Ctrl+J'] },
    { action: 'editor.fix', keys: ['F'] },
  ])
  assert.equal(findShortcut(press('j', 'KeyJ', 'Ctrl'), 'text', false), 'merge')
  assert.equal(findShortcut(press('m', 'KeyM', 'Alt'), 'text', false), undefined)
  assert.equal(findShortcut(press('f', 'KeyF'), 'text', false), undefined)
  assert.equal(shortcutLabel('merge'), 'Ctrl J')
})

test('the numeric pad cues and plays outside text fields, where it types digits', () => {
  assert.equal(findShortcut(press('0', 'Numpad0'), 'outside'), 'cue')
  assert.equal(findShortcut(press('0', 'Numpad0'), 'text'), undefined)
  assert.equal(findShortcut(press('0', 'Digit0'), 'outside'), undefined)
  assert.equal(findShortcut(press('x', 'KeyX', 'Alt'), 'text', false), 'cue')
  assert.deepEqual(keyCombinations(press('0', 'Numpad0')), ['Numpad0'])
  assert.deepEqual(keyCombinations(press('ArrowLeft', 'Numpad4')), ['ArrowLeft'], 'no Num Lock')
  assert.deepEqual(keyCombinations(press('+', 'NumpadAdd')), ['NumpadAdd', 'Plus'])
  assert.deepEqual(keyCombinations(press('5', 'Numpad5', 'Ctrl'), false), ['Ctrl+Numpad5'])
  assert.deepEqual(keyNames('Ctrl+Numpad5', false), ['Ctrl', 'Num 5'])
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
    'Press `?` in the editor to show this list, and to change the keys.',
    'On a Mac, Ctrl is ⌘, and ⌃ with the space bar. Alt is ⌃ with keys that type a character, because ⌥ with those types another one, and ⌥ with arrows, Enter and Delete.',
    'The keys of the numeric pad need Num Lock. In a text field they type digits; press `Escape` to leave it.',
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
