import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tileAt, parseStoryboard } from './storyboard.ts'

const TEXT = `WEBVTT

00:00:00.000 --> 00:00:02.000
http://host/api/previews/p/storyboard/0?expires=1&signature=a-b_c#xywh=0,0,160,90

01:00:02.500 --> 01:00:04.000
http://host/api/previews/p/storyboard/1?expires=1&signature=a-b_c#xywh=160,90,160,90
`

test('reads times, URLs and rectangles', () => {
  const [first, second] = parseStoryboard(TEXT)
  assert.deepEqual(first, {
    start: 0,
    end: 2,
    url: 'http://host/api/previews/p/storyboard/0?expires=1&signature=a-b_c',
    x: 0,
    y: 0,
    width: 160,
    height: 90,
  })
  assert.deepEqual([second!.start, second!.end, second!.x, second!.y], [3602.5, 3604, 160, 90])
})

test('finds a tile for every time', () => {
  const tiles = parseStoryboard(TEXT)
  assert.deepEqual(
    [-1, 0, 1.9, 3000, 3602.5, 9999].map((seconds) => tiles.indexOf(tileAt(tiles, seconds)!)),
    [0, 0, 0, 0, 1, 1],
  )
  assert.equal(tileAt([], 1), undefined)
})

test('reads no tiles from anything else', () =>
  assert.deepEqual(parseStoryboard('<html>\n\n502'), []))
