import assert from 'node:assert/strict'
import { once } from 'node:events'
import { hash, randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { downloads, files, workrequests } from '@reelay/api/contract'
import { createRequestAt } from '../../../api/test/work-requests.ts'
import { uploadFile } from '../../../api/test/orders.ts'
import { uniqueFileNames, safeName } from '../transfer/file-names.ts'
import { setupSignedInCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

async function setup(t: TestContext) {
  const app = await setupSignedInCli(t, 'vendor')
  const {
    people: { vendor },
  } = app.a
  const folder = join(app.home, 'out')
  await mkdir(folder)
  const store = async (
    name: string,
    bytes: string | Uint8Array,
    more: Partial<files.NewFile> = {},
  ) => {
    const { _id: id } = await vendor.call(files.registerFile, {
      body: { name, asset: app.a.asset._id, ...more },
    })
    return vendor.call(files.receiveContent, { params: { id }, body: bytes })
  }
  return {
    ...app,
    vendor,
    folder,
    store,
    read: (name: string) => readFile(join(folder, name)),
    downloadCount: async () => (await vendor.call(downloads.listDownloads)).total,
  }
}

test('downloads a file, all files of an asset, or some of them', async (t) => {
  const { runCommand, store, folder, read, a, vendor } = await setup(t)
  const one = await store('one.txt', 'one', { language: 'deu' })
  await store('two.txt', 'two', { tags: ['final'] })
  await store('two.txt', 'another two', { tags: ['final'] })
  await store('empty.txt', '', { language: 'fra' })
  await vendor.call(files.registerFile, { body: { name: 'to-come.txt', asset: a.asset._id } })
  assert.equal(
    (await runCommand('download', one._id, '--to', folder)).out,
    `downloaded  ${one._id}  ${join(folder, 'one.txt')}\n`,
  )
  assert.equal(String(await read('one.txt')), 'one')
  const all = await runCommand('download', a.asset.slug, one._id, '--to', join(folder, 'deep/er'))
  assert.equal(all.code, 0, all.err)
  assert.match(all.err, /^skipped  \S+to-come\.txt: Not uploaded yet\n4 downloaded, 17 B in /)
  assert.deepEqual(
    (await readdir(join(folder, 'deep/er'))).map((name) => name.replace(/[0-9a-f]{24}/, 'id')),
    ['empty.txt', 'one.txt', 'two id.txt', 'two id.txt'],
  )
  await runCommand('download', a.asset._id, '--to', join(folder, 'some'), '--language', 'fra')
  assert.deepEqual(await readdir(join(folder, 'some')), ['empty.txt'])
  await runCommand('download', a.asset._id, '--to', join(folder, 'tagged'), '--tag', 'final')
  assert.equal((await readdir(join(folder, 'tagged'))).length, 2)
  assert.equal((await runCommand('download', 'f'.repeat(24))).code, EXIT_CODES.notFound.code)
  assert.equal((await runCommand('download', 'nowhere')).code, EXIT_CODES.notFound.code)
})

test('downloads deliverables with the names of the naming rule', async (t) => {
  const { runCommand, folder, a, vendor } = await setup(t)
  const id = await createRequestAt(a, 'in-progress')
  const file = await uploadFile(vendor, a, 'name by the vendor.mp4', 'a version')
  await vendor.call(workrequests.changeWorkRequest, {
    params: { id },
    body: { files: [{ name: 'Online', files: [file._id] }] },
  })
  const result = await runCommand('download', id, '--to', folder)
  assert.equal(result.code, 0, result.err)
  assert.deepEqual((await readdir(folder)).length, 1)
  assert.match((await readdir(folder))[0]!, /^Project-a_Trailer-a_DE_deu_Online_/)
})

test('skips files with the same bytes and overwrites others only with --force', async (t) => {
  const { runCommand, store, folder, read, downloadCount } = await setup(t)
  const { _id } = await store('one.txt', 'one')
  await runCommand('download', _id, '--to', folder)
  assert.match((await runCommand('download', _id, '--to', folder)).out, /^unchanged /)
  assert.equal(await downloadCount(), 1)
  await writeFile(join(folder, 'one.txt'), 'two')
  const rejected = await runCommand('download', _id, '--to', folder)
  assert.deepEqual(
    [
      rejected.code,
      rejected.err.endsWith(
        'one.txt: Another file with this name exists; use --force to overwrite it\n',
      ),
      String(await read('one.txt')),
    ],
    [EXIT_CODES.partialFailure.code, true, 'two'],
    rejected.err,
  )
  assert.equal((await runCommand('download', _id, '--to', folder, '--force')).code, 0)
  assert.equal(String(await read('one.txt')), 'one')
})

test('resumes a partial download and starts over when the digest is wrong', async (t) => {
  const { runCommand, store, folder, read } = await setup(t)
  const bytes = randomBytes(3_000_000)
  const { _id } = await store('film.mov', bytes)
  const part = join(folder, `film.mov.${hash('sha256', bytes).slice(0, 8)}.part`)
  await writeFile(part, bytes.subarray(0, 2_000_000))
  const resumed = await runCommand('download', _id, '--to', folder, '--json')
  const events = resumed.out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { event: string; transferred?: number })
  assert.deepEqual(
    [events[0]!.transferred, events.at(-1)!.transferred],
    [2_000_000, 1_000_000],
    resumed.err,
  )
  assert.ok((await read('film.mov')).equals(bytes))
  assert.deepEqual(await readdir(folder), ['film.mov'])

  for (const wrong of [randomBytes(2_000_000), randomBytes(4_000_000), bytes]) {
    await writeFile(part, wrong)
    assert.equal((await runCommand('download', _id, '--to', folder, '--force')).code, 0)
    await truncate(join(folder, 'film.mov'), 1)
    assert.equal((await runCommand('download', _id, '--to', folder, '--force')).code, 0)
    assert.ok((await read('film.mov')).equals(bytes))
  }
})

test('leaves a partial file after Ctrl-C and never follows a link in its place', async (t) => {
  const { start, runCommand, store, folder, read, home } = await setup(t)
  const bytes = randomBytes(40_000_000)
  const { _id } = await store('film.mov', bytes)
  const child = start(['download', _id, '--to', folder, '--json'])
  child.stdout.once('data', () => child.kill('SIGINT'))
  const [code] = (await once(child, 'close')) as [number]
  assert.equal(code, EXIT_CODES.interrupted.code)
  assert.match((await readdir(folder)).join(), /^film\.mov\.[0-9a-f]{8}\.part$/)
  assert.equal((await runCommand('download', _id, '--to', folder)).code, 0)
  assert.ok((await read('film.mov')).equals(bytes))

  await symlink(
    join(home, 'elsewhere'),
    join(folder, `film.mov.${hash('sha256', bytes).slice(0, 8)}.part`),
  )
  await truncate(join(folder, 'film.mov'), 0)
  assert.equal(
    (await runCommand('download', _id, '--to', folder, '--force')).code,
    EXIT_CODES.partialFailure.code,
  )
  assert.ok(!(await readdir(home)).includes('elsewhere'))
})

test('makes safe and unique file names from any names', () => {
  const cases: [name: string, safe: string][] = [
    ['trailer.mov', 'trailer.mov'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['..', '_'],
    ['.', '_'],
    ['', '_'],
    ['.bashrc', '_bashrc'],
    ['/etc/passwd', '_etc_passwd'],
    ['a\\b', 'a_b'],
    ['C:evil', 'C_evil'],
    ['con', '_con'],
    ['AUX.txt', '_AUX.txt'],
    ['com7.log', '_com7.log'],
    ['console.log', 'console.log'],
    ['name. ', 'name'],
    ['-rf', '_rf'],
    ['a\nb\u0000c\u009b31m', 'a_b_c_31m'],
    ['film\u202evom.exe', 'film_vom.exe'],
    ['e\u0301.txt', 'é.txt'],
    ['~root', '_root'],
  ]
  assert.deepEqual(
    cases.map(([name]) => safeName(name)),
    cases.map(([, safe]) => safe),
  )
  const long = safeName(`${'ä'.repeat(250)}.mov`)
  assert.ok(Buffer.byteLength(long) <= 200 && long.endsWith('ä.mov'))
  assert.deepEqual(
    [
      ...uniqueFileNames([
        { id: '1', name: 'A.mov' },
        { id: '2', name: 'a.mov' },
        { id: '3', name: 'b' },
      ]).values(),
    ],
    ['A 1.mov', 'a 2.mov', 'b'],
  )
  assert.deepEqual(
    [
      ...uniqueFileNames([
        { id: '1', name: 'a/b' },
        { id: '2', name: 'a_b' },
      ]).values(),
    ],
    ['a_b 1', 'a_b 2'],
  )
})
