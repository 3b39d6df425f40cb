import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatPlaylist,
  indexOfItem,
  MAX_PLAYLIST_ITEMS,
  moveItem,
  parsePlaylist,
  type PlaylistItem,
} from './playlist.ts'

const idOf = (number: number) => number.toString(16).padStart(24, '0')
const ITEMS: PlaylistItem[] = [
  { kind: 'workrequest', id: idOf(1) },
  { kind: 'asset', id: idOf(1) },
  { kind: 'workrequest', id: idOf(2) },
  { kind: 'offline', id: idOf(3) },
  { kind: 'preview', id: idOf(4) },
  { kind: 'file', id: idOf(5) },
]

test('writes a playlist into the URL and reads it', () => {
  assert.deepEqual(parsePlaylist(formatPlaylist(ITEMS)), ITEMS)
  assert.match(formatPlaylist(ITEMS), /^[\w.]+$/, 'nothing has to be escaped')
})

test('ignores what is not an item, and items that appear twice', () => {
  const text = formatPlaylist(ITEMS)
  assert.deepEqual(parsePlaylist(`${text}.x.wabc.z${idOf(1)}.${text}.`), ITEMS)
  assert.deepEqual(parsePlaylist(undefined), [])
})

test('a playlist has at most 50 items, which fit into a saved view', () => {
  const many = Array.from({ length: 70 }, (_, number) => ({
    kind: 'asset' as const,
    id: idOf(number),
  }))
  const read = parsePlaylist(formatPlaylist(many))
  assert.equal(read.length, MAX_PLAYLIST_ITEMS)
  assert.ok(`items=${formatPlaylist(read)}`.length <= 2000)
})

test('finds the current item by kind and id', () => {
  assert.equal(indexOfItem(ITEMS, [{ kind: 'asset', id: idOf(1) }]), 1)
  assert.equal(indexOfItem(ITEMS, [{ kind: 'asset', id: idOf(2) }]), -1)
})

test('the version on a page comes before its request', () => {
  const request = { kind: 'workrequest', id: idOf(2) } as const
  assert.equal(indexOfItem(ITEMS, [{ kind: 'offline', id: idOf(3) }, request]), 3)
  assert.equal(indexOfItem(ITEMS, [{ kind: 'offline', id: idOf(9) }, request]), 2)
})

test('moves an item up or down, but not beyond the ends', () => {
  assert.deepEqual(moveItem(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c'])
  assert.deepEqual(moveItem(['a', 'b', 'c'], 2, -1), ['a', 'c', 'b'])
  assert.deepEqual(moveItem(['a', 'b'], 0, -1), ['a', 'b'])
  assert.deepEqual(moveItem(['a', 'b'], 1, 1), ['a', 'b'])
})
