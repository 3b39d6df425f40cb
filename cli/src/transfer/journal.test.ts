import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { journalPath, openJournal, type JournalEntry } from './journal.ts'

const one = (path: string): JournalEntry => ({
  path,
  size: 1,
  mtime: '1',
  inode: '1',
  address: 'http://localhost',
  email: 'ada@example.com',
  asset: 'x',
  said: {},
  key: `key of ${path}`,
})

test('what was begun is found again, with all that was found out since, until it is over', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'reelay-journal-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const path = journalPath({ XDG_STATE_HOME: home })
  assert.equal(path, join(home, 'reelay', 'uploads.jsonl'))
  const journal = await openJournal(path)
  await Promise.all(['/a', '/b', '/c'].map((name) => journal.begin(one(name))))
  await Promise.all([journal.registered(one('/a'), 'f1'), journal.finish(one('/b'))])
  const again = await openJournal(path)
  assert.deepEqual(
    ['/a', '/b', '/c'].map((name) => again.find(one(name))?.file),
    ['f1', undefined, undefined],
  )
  assert.equal(again.find(one('/b')), undefined)
  assert.equal(
    again.find({ ...one('/a'), email: 'bo@example.com' }),
    undefined,
    'nobody goes on with the work of another',
  )

  await Promise.all([again.finish(one('/a')), again.begin(one('/d'))])
  const before = (await stat(path)).size
  await openJournal(path)
  assert.equal((await stat(path)).size, before, 'somebody may still be writing')
  await utimes(path, 1, 1)
  const short = await openJournal(path)
  assert.deepEqual(
    [(await readFile(path, 'utf8')).trim().split('\n').length, (await stat(path)).mode & 0o777],
    [2, 0o600],
  )
  await again.finish(one('/c'))
  assert.ok(
    short.find(one('/d')) && !(await openJournal(path)).find(one('/c')),
    'who had it open writes into the new one',
  )
})
