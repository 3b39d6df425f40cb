import assert from 'node:assert/strict'
import { test } from 'node:test'
import english from '../../i18n/locales/en/shortcuts.json' with { type: 'json' }
import editor from '../../i18n/locales/en/translation-editor.json' with { type: 'json' }
import { ALL_SHORTCUTS, conflictsOf, keysFor, withKeys } from './all-shortcuts.ts'

const find = (part: string, name: string) =>
  ALL_SHORTCUTS.find((one) => one.part === part && one.name === name)!

test('the default keys have no conflicts', () => {
  assert.deepEqual(
    ALL_SHORTCUTS.filter((one) => conflictsOf(one, []).length > 0),
    [],
  )
})

test('finds conflicts on the same screen only', () => {
  const mute = find('player', 'mute')
  const others = (keys: string) =>
    conflictsOf(mute, withKeys([], mute, [keys])).map(({ part, name }) => `${part}.${name}`)
  assert.deepEqual(others('I'), ['review.markIn', 'timeline.setIn'])
  assert.deepEqual(others('Ctrl+K'), ['global.search'])
  assert.deepEqual(others('X'), [])
})

test('replaces and restores the keys of a shortcut', () => {
  const mute = find('player', 'mute')
  const assigned = withKeys(withKeys([], mute, ['X']), mute, ['Y'])
  assert.deepEqual(keysFor(mute, assigned), ['Y'])
  assert.deepEqual(withKeys(assigned, mute, undefined), [])
  assert.deepEqual(keysFor(mute, []), ['Shift+M'])
})

test('every shortcut has a name', () => {
  const names: Record<string, Record<string, string>> = {
    ...english.action,
    editor: editor.shortcuts.action,
  }
  for (const { part, name } of ALL_SHORTCUTS) assert.ok(names[part]?.[name], `${part}.${name}`)
})
