import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { assets, files } from '@reelay/api/contract'
import { setupUploads } from '../../test/uploads.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

const eventsOf = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map(
      (line) =>
        JSON.parse(line) as {
          event: string
          path?: string
          file?: string
          reason?: string
          at?: number
        },
    )

/** A folder with nested, empty and hidden files, and links into and out of it. */
async function setupTree(t: TestContext) {
  const app = await setupUploads(t)
  const { put, folder, home } = app
  await put('one.txt', 'one')
  await put('sub/deep/two.txt', 'two')
  await put('sub/empty.bin', '')
  await put('sub/.hidden', 'no')
  await put('.cache/three.txt', 'no')
  await writeFile(join(home, 'outside.txt'), 'no')
  await symlink(join(home, 'outside.txt'), join(folder, 'out.txt'))
  await symlink(join(folder, 'sub/deep/two.txt'), join(folder, 'in.txt'))
  await symlink(folder, join(folder, 'sub/round'))
  await put('stems/a.wav', 'a')
  await put('stems/b[1].wav', 'b')
  return app
}

test('uploads files, folders and patterns, without hidden files and outside links', async (t) => {
  const { runCommand, folder, listFiles, a } = await setupTree(t)
  const up = await runCommand(
    'upload',
    join(folder, 'one.txt'),
    join(folder, 'sub'),
    join(folder, '*.txt'),
    join(folder, 'stems/b[1].wav'),
    '--asset',
    a.asset.slug,
    '--language',
    'deu',
    '--tags',
    'x,y',
    '--json',
  )
  assert.equal(up.code, 0, up.err)
  assert.deepEqual(
    (await listFiles()).map(({ name, language, tags, length, verified }) => [
      name,
      language,
      tags.join(),
      length,
      verified,
    ]),
    [
      ['b[1].wav', 'deu', 'x,y', 1, true],
      ['empty.bin', 'deu', 'x,y', 0, true],
      ['in.txt', 'deu', 'x,y', 3, true],
      ['one.txt', 'deu', 'x,y', 3, true],
      ['out.txt', 'deu', 'x,y', 2, true],
      ['two.txt', 'deu', 'x,y', 3, true],
    ],
    'a link named as an argument or by a pattern is followed',
  )
  assert.deepEqual(
    eventsOf(up.out)
      .filter(({ event }) => event === 'skipped')
      .map(({ path }) => path),
    [join(folder, 'sub/round')],
  )
})

test('skips links that point outside the folder', async (t) => {
  const { runCommand, folder, a } = await setupTree(t)
  const whole = await runCommand('upload', folder, '--asset', a.asset._id)
  assert.match(
    whole.err,
    new RegExp(`^skipped  ${folder}/out.txt: The link points outside the folder$`, 'm'),
  )
  assert.match(whole.err, /^6 uploaded, /m)
  assert.equal(
    (await runCommand('upload', join(folder, 'nothing*'), '--asset', a.asset._id)).code,
    EXIT_CODES.usage.code,
  )
})

test('states how many bytes were sent, also in one request', async (t) => {
  const { runCommand, folder, a } = await setupTree(t)
  const film = join(folder, 'film.mov')
  await writeFile(film, Buffer.alloc(2_000_000))
  const { err } = await runCommand('upload', film, '--asset', a.asset._id)
  assert.match(err, /^1 uploaded, 2\.0 MB in /m)
})

test('skips existing files unless forced; a dry run uploads nothing', async (t) => {
  const { runCommand, put, folder, listFiles, a } = await setupUploads(t)
  await put('one.txt', 'one')
  const dry = await runCommand('upload', folder, '--asset', a.asset.slug, '--dry-run')
  assert.match(
    dry.out,
    /^PLAN +PATH +SIZE +ASSET\nupload +\S+one\.txt +3 bytes +[0-9a-f]{24}\n$/,
    dry.err,
  )
  assert.equal((await listFiles()).length, 0)
  assert.match(
    (await runCommand('upload', folder, '--asset', a.asset.slug)).out,
    /^uploaded {2}[0-9a-f]{24} {2}\S+one\.txt\n$/,
  )
  assert.match(
    (await runCommand('upload', folder, '--asset', a.asset.slug)).out,
    /^unchanged {2}[0-9a-f]{24} {2}\S+one\.txt\n$/,
  )
  assert.match(
    (await runCommand('upload', folder, '--asset', a.asset.slug, '--dry-run')).out,
    /^unchanged /m,
  )
  await put('one.txt', 'two')
  await runCommand('upload', folder, '--asset', a.asset.slug)
  await runCommand('upload', folder, '--asset', a.asset.slug, '--force')
  assert.deepEqual(
    (await listFiles())
      .map(({ sha256 }) => sha256)
      .filter((sha256) => sha256 === hash('sha256', 'two')).length,
    2,
  )
  assert.equal((await listFiles()).length, 3)
})

test('with a project, assigns files to assets by folder names', async (t) => {
  const { runCommand, put, folder, listFiles, a } = await setupUploads(t)
  const other = await a.people.studio.call(assets.createAsset, {
    body: { name: 'Teaser Größe', slug: 'teaser', project: a.project._id, type: 'promo' },
  })
  await put(`${a.asset.slug}/reels/one.txt`, 'one')
  await put('Teaser Größe/two.txt', 'two')
  await put('loose.txt', 'three')
  const up = await runCommand('upload', folder, '--project', a.project.slug)
  assert.equal(up.code, EXIT_CODES.partialFailure.code, up.err)
  assert.match(
    up.err,
    /^2 uploaded, .*; 1 failed:\n {2}\S+loose\.txt: No folder above it is named like an asset of the project\n$/m,
  )
  assert.deepEqual(
    (await listFiles()).map(({ name }) => name),
    ['one.txt'],
  )
  assert.deepEqual(
    (await a.people.vendor.call(files.listFiles, { query: { asset: other._id } })).items.map(
      ({ name }) => name,
    ),
    ['two.txt'],
  )
  assert.equal((await runCommand('upload', folder)).code, EXIT_CODES.usage.code)
})

test('continues after the failure of one file and stops at one that affects all', async (t) => {
  const { runCommand, put, folder, listFiles, a } = await setupUploads(t)
  await put(`${'n'.repeat(250)}.txt`, 'fits')
  await put('good.txt', 'good')
  await put('bad\u0007name.txt', 'bad')
  const up = await runCommand('upload', folder, '--asset', a.asset.slug, '--json')
  assert.deepEqual(
    [up.code, eventsOf(up.out).filter(({ event }) => event === 'failed').length],
    [EXIT_CODES.partialFailure.code, 1],
    up.err,
  )
  assert.equal((await listFiles()).length, 2)
  assert.equal(
    (await runCommand('upload', folder, '--asset', a.asset.slug, '--language', 'german')).code,
    EXIT_CODES.partialFailure.code,
  )
  assert.equal(
    (await runCommand('upload', folder, '--asset', 'nowhere')).code,
    EXIT_CODES.notFound.code,
  )
  assert.equal(
    (await runCommand('upload', folder, '--asset', a.asset.slug, '--parallel', 'many')).code,
    EXIT_CODES.usage.code,
  )
})
