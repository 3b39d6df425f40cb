import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveNames, layOutArchive, manifestOf } from './archive.ts'

test('gives every file a safe name of its own', () => {
  assert.deepEqual(
    archiveNames(['a.mp4', 'A.mp4', '../../etc/passwd', 'SHA256SUMS', 'con:x?.srt', '', 'a.mp4']),
    ['a.mp4', 'A (2).mp4', '__.._etc_passwd', 'SHA256SUMS (2)', 'con_x_.srt', '_', 'a (3).mp4'],
  )
})

test('writes the manifest as sha256sum reads it', () => {
  assert.equal(manifestOf([{ name: 'a.mp4', sha256: 'ab' }]), 'ab  a.mp4\n')
})

test('knows the length of an archive of 20 GiB before it is sent', () => {
  const GiB = 1024 ** 3
  const entries = ['one.mxf', 'two.mxf'].map((name) => ({
    name,
    length: 10 * GiB,
    source: { key: name },
  }))
  const { parts, length } = layOutArchive(entries, 1_800_000_000)
  assert.equal(length, 20 * GiB + 2 * (30 + 7 + 20 + 24 + 46 + 7 + 28) + 98)
  assert.equal(parts.at(-1)!.offset + parts.at(-1)!.length, length)
  for (const part of parts)
    if ('render' in part)
      assert.equal(
        part.render(
          new Map([
            [0, 1],
            [1, 2],
          ]),
        ).length,
        part.length,
      )
})
