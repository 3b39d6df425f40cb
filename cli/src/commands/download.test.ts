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

async function shelf(t: TestContext) {
  const here = await setupSignedInCli(t, 'vendor')
  const {
    people: { vendor },
  } = here.a
  const folder = join(here.home, 'out')
  await mkdir(folder)
  const keep = async (
    name: string,
    bytes: string | Uint8Array,
    more: Partial<files.NewFile> = {},
  ) => {
    const { _id: id } = await vendor.call(files.registerFile, {
      body: { name, asset: here.a.asset._id, ...more },
    })
    return vendor.call(files.receiveContent, { params: { id }, body: bytes })
  }
  return {
    ...here,
    vendor,
    folder,
    keep,
    read: (name: string) => readFile(join(folder, name)),
    taken: async () => (await vendor.call(downloads.listDownloads)).total,
  }
}

test('a file, all files of an asset, or some of them', async (t) => {
  const { runCommand, keep, folder, read, a, vendor } = await shelf(t)
  const one = await keep('one.txt', 'one', { language: 'deu' })
  await keep('two.txt', 'two', { tags: ['final'] })
  await keep('two.txt', 'another two', { tags: ['final'] })
  await keep('empty.txt', '', { language: 'fra' })
  await vendor.call(files.registerFile, { body: { name: 'to-come.txt', asset: a.asset._id } })
  assert.equal(
    (await runCommand('download', one._id, '--to', folder)).out,
    `downloaded  ${one._id}  ${join(folder, 'one.txt')}\n`,
  )
  assert.equal(String(await read('one.txt')), 'one')
  const all = await runCommand('download', a.asset.slug, one._id, '--to', join(folder, 'deep/er'))
  assert.equal(all.code, 0, all.err)
  assert.match(
    all.err,
    /^left out: \S+to-come\.txt: Its bytes have not come yet\n4 downloaded, 17 B in /,
  )
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

test('what a work request delivers, under the names of the rule', async (t) => {
  const { runCommand, folder, a, vendor } = await shelf(t)
  const id = await createRequestAt(a, 'in-progress')
  const file = await uploadFile(vendor, a, 'what the vendor calls it.mp4', 'a version')
  await vendor.call(workrequests.changeWorkRequest, {
    params: { id },
    body: { files: [{ name: 'Online', files: [file._id] }] },
  })
  const taken = await runCommand('download', id, '--to', folder)
  assert.equal(taken.code, 0, taken.err)
  assert.deepEqual((await readdir(folder)).length, 1)
  assert.match((await readdir(folder))[0]!, /^project-?a_trailer-?a_DE_deu_online/i)
})

test('what is there with the same bytes is left alone, and other bytes are not written over unasked', async (t) => {
  const { runCommand, keep, folder, read, taken } = await shelf(t)
  const { _id } = await keep('one.txt', 'one')
  await runCommand('download', _id, '--to', folder)
  assert.match((await runCommand('download', _id, '--to', folder)).out, /^is there /)
  assert.equal(await taken(), 1)
  await writeFile(join(folder, 'one.txt'), 'two')
  const refused = await runCommand('download', _id, '--to', folder)
  assert.deepEqual(
    [
      refused.code,
      refused.err.endsWith(
        'one.txt: Another file is there under this name; --force writes over it\n',
      ),
      String(await read('one.txt')),
    ],
    [EXIT_CODES.partialFailure.code, true, 'two'],
    refused.err,
  )
  assert.equal((await runCommand('download', _id, '--to', folder, '--force')).code, 0)
  assert.equal(String(await read('one.txt')), 'one')
})

test('what was broken off goes on where it was; what is not right is taken anew', async (t) => {
  const { runCommand, keep, folder, read } = await shelf(t)
  const bytes = randomBytes(3_000_000)
  const { _id } = await keep('film.mov', bytes)
  const part = join(folder, `film.mov.${hash('sha256', bytes).slice(0, 8)}.part`)
  await writeFile(part, bytes.subarray(0, 2_000_000))
  const rest = await runCommand('download', _id, '--to', folder, '--json')
  const events = rest.out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { event: string; at?: number; moved?: number })
  assert.deepEqual([events[0]!.at, events.at(-1)!.moved], [2_000_000, 1_000_000], rest.err)
  assert.ok((await read('film.mov')).equals(bytes))
  assert.deepEqual(await readdir(folder), ['film.mov'])

  for (const spoilt of [randomBytes(2_000_000), randomBytes(4_000_000), bytes]) {
    await writeFile(part, spoilt)
    assert.equal((await runCommand('download', _id, '--to', folder, '--force')).code, 0)
    await truncate(join(folder, 'film.mov'), 1)
    assert.equal((await runCommand('download', _id, '--to', folder, '--force')).code, 0)
    assert.ok((await read('film.mov')).equals(bytes))
  }
})

test('Ctrl-C leaves a part, and no link in the folder leads a download elsewhere', async (t) => {
  const { start, runCommand, keep, folder, read, home } = await shelf(t)
  const bytes = randomBytes(40_000_000)
  const { _id } = await keep('film.mov', bytes)
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

test('no name from a service leads out of the folder, hides, or means something to a system', () => {
  const odd: [name: string, safe: string][] = [
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
    odd.map(([name]) => safeName(name)),
    odd.map(([, safe]) => safe),
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
