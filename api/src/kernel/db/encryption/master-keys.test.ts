import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { ConfigError } from '../../../config/config.ts'
import { createKeyFile } from './key-file.ts'
import { readMasterKeys } from './master-keys.ts'

const key = randomBytes(32)
const fromText = (text: string) => readMasterKeys({ kind: 'value', text })

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'reelay-keys-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}

test('reads keys in hexadecimal, base64 and base64url, the current one first', async () => {
  const oldKey = randomBytes(32).toString('hex')
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    for (const text of [
      `${key.toString(encoding)},${oldKey}`,
      `# newest\n${key.toString(encoding)}\n\n# old\n${oldKey}\n`,
    ]) {
      const keys = (await fromText(text))!
      assert.ok(keys.current().bytes.equals(key))
      const { id } = (await fromText(oldKey))!.current()
      assert.equal(keys.find(id)?.bytes.toString('hex'), oldKey)
      assert.match(id, /^[0-9a-f]{16}$/)
      assert.ok(!key.toString('hex').includes(keys.current().id))
    }
})

for (const text of [
  '',
  '# only a comment',
  'short',
  key.subarray(1).toString('base64'),
  `${key.toString('base64')},${'a'.repeat(31)}`,
  Buffer.concat([key, key]).toString('hex'),
])
  test(`rejects ${text.length} characters that are not a key, without repeating them`, async () => {
    await assert.rejects(
      fromText(text),
      (error) =>
        error instanceof ConfigError &&
        /ENCRYPTION_KEY must contain keys of 32 bytes/.test(error.message) &&
        !(text && error.message.includes(text)),
    )
  })

test('takes the key from the output of a command', async () => {
  const command = `printf '%s\\n' ${key.toString('base64')}`
  const keys = await readMasterKeys({ kind: 'command', command })
  assert.ok(keys!.current().bytes.equals(key))
  assert.equal(keys!.add, undefined)
})

test('reports a command that fails, without its output', async () => {
  await assert.rejects(
    readMasterKeys({ kind: 'command', command: 'echo canary; echo canary >&2; exit 3' }),
    (error) =>
      error instanceof ConfigError &&
      error.message === 'ENCRYPTION_KEY_COMMAND failed with exit code 3',
  )
})

test('creates a key file that only its owner can read', async (t) => {
  const path = join(await folder(t), 'secret.key')
  assert.equal(await readMasterKeys({ kind: 'file', path }), undefined)
  const created = await createKeyFile(path)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  const keys = await readMasterKeys({ kind: 'file', path })
  assert.equal(keys!.current().id, created.current().id)
})

test('adds a key as the first line, and open readers use it at once', async (t) => {
  const path = join(await folder(t), 'secret.key')
  const first = (await createKeyFile(path)).current().id
  const reader = (await readMasterKeys({ kind: 'file', path }))!
  const other = (await readMasterKeys({ kind: 'file', path }))!
  const { id } = await other.add!()
  assert.notEqual(id, first)
  assert.equal(reader.find(id)?.id, id)
  assert.equal(reader.current().id, id)
  assert.equal(reader.find(first)?.id, first)
  assert.match(
    await readFile(path, 'utf8'),
    /^# The encryption keys[^]*\n# Keep[^]*\n.{44}\n.{44}\n$/,
  )
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})

test('keeps the known keys while the file is away', async (t) => {
  const path = join(await folder(t), 'secret.key')
  const keys = await createKeyFile(path)
  const { id } = keys.current()
  await rm(path)
  assert.equal(keys.current().id, id)
  assert.equal(keys.find('0'.repeat(16)), undefined)
})

test('names the file that contains no key', async (t) => {
  const path = join(await folder(t), 'secret.key')
  await writeFile(path, 'nonsense\n')
  await assert.rejects(readMasterKeys({ kind: 'file', path }), { message: new RegExp(`^${path}`) })
})
