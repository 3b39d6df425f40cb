import assert from 'node:assert/strict'
import type { TestApp } from './test-app.ts'
import { rawRequest } from './raw-request.ts'

/** The addresses that a playlist or an index names, in order. */
export const urlsIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s"]+/g)].map(([address]) => address)

/** Opens an address that must open, as a player would. */
export async function fetchMedia(fixtures: Pick<TestApp, 'app'>, address: string, type: RegExp) {
  const answer = await rawRequest(fixtures, address)
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300))
  assert.match(String(answer.headers['content-type']), type)
  assert.equal(answer.headers['cache-control'], 'private, no-store')
  return answer
}

export const PLAYLIST = /^application\/vnd\.apple\.mpegurl/

/** All addresses of one playing: the master, its variants, their first parts. */
export async function playbackUrls(
  fixtures: Pick<TestApp, 'app'>,
  path: string,
): Promise<string[]> {
  const variants = urlsIn((await fetchMedia(fixtures, path, PLAYLIST)).body)
  const parts = await Promise.all(
    variants.map(async (variant) =>
      urlsIn((await fetchMedia(fixtures, variant, PLAYLIST)).body).slice(0, 2),
    ),
  )
  return [path, ...variants, ...parts.flat()]
}
