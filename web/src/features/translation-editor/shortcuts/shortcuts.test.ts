import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import english from '../../../i18n/locales/en/translate.json' with { type: 'json' }
import { COMMANDS, commandOf, GROUPS, pressed, written, type Command } from './shortcuts.ts'

const press = (key: string, code: string, ...held: string[]) => ({
  key,
  code,
  altKey: held.includes('Alt'),
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Meta'),
  shiftKey: held.includes('Shift'),
})

test('keys are known by their place with Alt and by their letter with Ctrl', () => {
  assert.equal(pressed(press('ƒ', 'KeyF', 'Alt')), 'Alt+F')
  assert.equal(pressed(press('z', 'KeyY', 'Ctrl')), 'Ctrl+Z')
  assert.equal(pressed(press('ئ', 'KeyZ', 'Ctrl')), 'Ctrl+Z')
  assert.equal(pressed(press('<', 'Comma', 'Alt', 'Shift')), 'Alt+Shift+,')
  assert.equal(pressed(press('Z', 'KeyZ', 'Meta', 'Shift')), 'Ctrl+Shift+Z')
  assert.equal(pressed(press(' ', 'Space', 'Ctrl')), 'Ctrl+Space')
})

test('what writes a letter writes it, where something is written', () => {
  assert.equal(commandOf(press('?', 'Slash', 'Shift'), 'outside'), 'help')
  assert.equal(commandOf(press('?', 'Minus', 'Shift'), 'outside'), 'help')
  assert.equal(commandOf(press('?', 'Slash', 'Shift'), 'text'), undefined)
  assert.equal(commandOf(press('Enter', 'Enter'), 'text'), 'next')
  assert.equal(commandOf(press('Enter', 'Enter'), 'outside'), undefined)
  assert.equal(commandOf(press('Enter', 'Enter', 'Shift'), 'text'), 'break')
  assert.equal(commandOf(press('i', 'KeyI', 'Ctrl'), 'field'), undefined)
  assert.equal(commandOf(press('z', 'KeyZ', 'Ctrl'), 'field'), undefined)
  assert.equal(commandOf(press('5', 'Digit5', 'Alt'), 'text'), 'suggestion')
  assert.equal(commandOf(press('a', 'KeyA'), 'text'), undefined)
})

test('no key means two things', () => {
  const keys = Object.values(COMMANDS).flatMap((entry) => entry.keys as readonly string[])
  assert.deepEqual(keys.length, new Set(keys).size)
})

test('the page of the keys is what the keys do', () => {
  const tables = GROUPS.map((group) => {
    const rows = (Object.keys(COMMANDS) as Command[]).filter(
      (command) => COMMANDS[command].group === group,
    )
    return `## ${english.keys.group[group]}\n\n| Keys | What they do |\n| --- | --- |\n${rows
      .map(
        (command) =>
          `| ${written(command)
            .map((key) => `\`${key}\``)
            .join(' or ')} | ${english.keys.command[command]} |`,
      )
      .join('\n')}\n`
  })
  const page = `# Keys of the translation editor\n\nThe same table works in the editor (\`web/src/features/translation-editor/shortcuts/shortcuts.ts\`) and is shown there with \`?\`; a test compares it with this page. On a Mac Ctrl is ⌘ and Alt is ⌥.\n\n${tables.join('\n')}`
  assert.equal(
    readFileSync(
      new URL('../../../../../docs/reference/translate-keys.md', import.meta.url),
      'utf8',
    ),
    page,
  )
})
