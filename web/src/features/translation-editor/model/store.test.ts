import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { lines } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import type { EditorLineDraft, EditorLine } from './draft.ts'
import type { DraftJournal } from './journal.ts'
import { createTrack } from './edited-track.ts'
import type { EditorServer } from './editor-server.ts'
import { createStore } from './store.ts'

const lineAt = (id: string, second: number): EditorLine => ({
  _id: id,
  number: second,
  text: id,
  source: '',
  startTime: `00:00:0${second},000`,
  stopTime: `00:00:0${second},900`,
  auto: false,
  custom: true,
  machine: false,
  stale: false,
  version: 1,
})
const apiError = (status: number, problem: object) =>
  new ApiError(status, problem as Record<string, unknown>, new Headers())
const pendingPromises = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve)
  })

/** A server with three lines that merges like the real one, and a journal in memory. */
function setup(t: TestContext, stored = new Map<string, EditorLineDraft>()) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const first = [lineAt('a', 1), lineAt('b', 2), lineAt('c', 3)]
  const track = createTrack(first, 3)
  const network = { isOnline: true, beforeRequest: async () => {}, losesReplies: false }
  const { server, serverLines, log, changeElsewhere } = createFakeServer(first, network)
  const journal: DraftJournal = {
    read: async () => [...stored.values()],
    save: (draft) => void stored.set(draft.line, draft),
    remove: (line) => void stored.delete(line),
    flush: () => {},
  }
  const wait = async (ms = 600) => {
    t.mock.timers.tick(ms)
    await pendingPromises()
    await pendingPromises()
  }
  const open = () => createStore({ track, journal, server, now: () => 0 })
  const store = open()
  return {
    store,
    open,
    stored,
    log,
    network,
    serverLines,
    changeElsewhere,
    wait,
    textOf: (id: string) => store.getState().lines.find(({ _id }) => _id === id)?.text,
    type: (id: string, text: string) => store.changeLines([{ id, fields: { text } }], `${id} text`),
    track,
    server,
  }
}

type Network = { isOnline: boolean; beforeRequest: () => Promise<void>; losesReplies: boolean }

function createFakeServer(first: readonly EditorLine[], network: Network) {
  const serverLines = new Map(first.map((line) => [line._id, line]))
  const log: string[] = []
  let revision = 3
  let added = 0
  const request = async () => {
    await network.beforeRequest()
    if (!network.isOnline) throw new TypeError('Failed to fetch')
  }
  const save = (change: lines.LineChange): EditorLine => {
    const { _id, number, version, ...known } = serverLines.get(change._id!)!
    const line = { ...known, ...change, _id, number, version: version + 1 } as EditorLine
    serverLines.set(_id, line)
    return line
  }
  const server: EditorServer = {
    async write(changes) {
      await request()
      log.push(changes.map(({ _id, text, version }) => `${_id} ${text} @${version}`).join(', '))
      rejectConflicts(changes, serverLines)
      rejectBadText(changes)
      revision++
      const saved = changes.map(save)
      if (network.losesReplies) throw new TypeError('Failed to fetch')
      return { revision, lines: saved, removed: [] }
    },
    async fetchChanges() {
      await request()
      const removed = ['a', 'b', 'c'].filter((id) => !serverLines.has(id))
      return { revision, lines: [...serverLines.values()], removed }
    },
    async edit({ kind }) {
      await request()
      log.push(kind)
      return { revision: ++revision, lines: [], removed: [] }
    },
    async add(input) {
      await request()
      const line = { ...lineAt(`new ${++added}`, 9), ...input } as EditorLine
      serverLines.set(line._id, line)
      revision++
      return line
    },
    async remove(id) {
      await request()
      serverLines.delete(id)
      revision++
    },
  }
  const changeElsewhere = (id: string, change: Partial<EditorLine>) => {
    const line = serverLines.get(id)!
    serverLines.set(id, { ...line, ...change, version: line.version + 1 })
    revision++
  }
  return { server, serverLines, log, changeElsewhere }
}

function rejectConflicts(
  changes: readonly lines.LineChange[],
  serverLines: ReadonlyMap<string, EditorLine>,
) {
  const conflicts = changes.flatMap(({ _id, version, text }) => {
    const line = serverLines.get(_id!)
    const isConflict = line && version! < line.version && text !== undefined && line.text !== text
    return isConflict ? [{ fields: ['text'], line }] : []
  })
  const removed = changes.flatMap(({ _id }) => (serverLines.has(_id!) ? [] : [_id!]))
  if (conflicts.length || removed.length)
    throw apiError(409, { code: 'line.changed', conflicts, removed })
}

function rejectBadText(changes: readonly lines.LineChange[]) {
  const index = changes.findIndex(({ text }) => text === 'bad')
  if (index >= 0)
    throw apiError(422, {
      code: 'lines.invalid',
      detail: 'It is bad.',
      errors: [{ pointer: `/lines/${index}/text`, message: 'is bad' }],
    })
}

test('stores every letter in the journal first and sends once after a pause', async (t) => {
  const { type, stored, log, wait, store } = setup(t)
  type('a', 'A')
  assert.equal(stored.get('a')?.fields.text, 'A')
  type('a', 'AB')
  type('b', 'B')
  assert.deepEqual(log, [])
  await wait()
  assert.deepEqual(
    [log, stored.size, store.getState().connection],
    [['a AB @1, b B @1'], 0, 'idle'],
  )
})

test('continues offline and sends later', async (t) => {
  const { type, stored, log, wait, store, network, textOf } = setup(t)
  network.isOnline = false
  type('a', 'A')
  await wait()
  assert.deepEqual([store.getState().connection, stored.size], ['offline', 1])
  type('b', 'B')
  assert.equal(textOf('b'), 'B')
  network.isOnline = true
  await wait(2000)
  assert.deepEqual([log, stored.size, store.getState().connection], [['a A @1, b B @1'], 0, 'idle'])
})

test('sends drafts of an earlier session on top of what others changed since', async (t) => {
  const { type, stored, network, wait, changeElsewhere, log, open, track, serverLines } = setup(t)
  network.isOnline = false
  type('a', 'A')
  type('b', 'B')
  await wait()
  network.isOnline = true
  log.length = 0
  changeElsewhere('a', { stopTime: '00:00:01,500' })
  changeElsewhere('b', { text: 'theirs' })
  assert.equal(track.revision, 3)
  const later = open()
  await later.restoreDrafts()
  await wait(0)
  assert.equal(serverLines.get('a')?.text, 'A')
  const { drafts } = later.getState().track
  assert.deepEqual(
    [drafts.size, drafts.get('b')?.theirs?.text, drafts.get('b')?.fields.text, [...stored.keys()]],
    [1, 'theirs', 'B', ['b']],
  )
  later.resolveConflict('b', 'mine')
  await wait(0)
  assert.deepEqual([serverLines.get('b')?.text, stored.size], ['B', 0])
})

test('sees no conflict with its own change after a lost reply', async (t) => {
  const { type, network, wait, store, serverLines } = setup(t)
  network.losesReplies = true
  type('a', 'A')
  await wait()
  assert.equal(store.getState().connection, 'offline')
  type('a', 'A and more')
  network.losesReplies = false
  await wait(2000)
  await wait(0)
  assert.deepEqual(
    [serverLines.get('a')?.text, store.getState().track.drafts.size],
    ['A and more', 0],
  )
})

test('sends the other lines when one is rejected', async (t) => {
  const { type, wait, store, serverLines } = setup(t)
  type('a', 'bad')
  type('b', 'B')
  await wait()
  assert.deepEqual(
    [serverLines.get('b')?.text, store.getState().track.drafts.get('a')?.rejected],
    ['B', 'It is bad.'],
  )
  type('a', 'good')
  await wait()
  assert.equal(serverLines.get('a')?.text, 'good')
})

test('holds back a conflicting text and sends the other lines', async (t) => {
  const { type, wait, store, serverLines, changeElsewhere } = setup(t)
  changeElsewhere('a', { text: 'theirs' })
  type('a', 'mine')
  type('b', 'B')
  await wait()
  const draft = store.getState().track.drafts.get('a')
  assert.deepEqual(
    [serverLines.get('b')?.text, draft?.theirs?.text, draft?.fields.text],
    ['B', 'theirs', 'mine'],
  )
  store.resolveConflict('a', 'theirs')
  assert.equal(store.getState().lines[0]!.text, 'theirs')
})

test('sends what is typed during a request after it', async (t) => {
  const { type, wait, network, serverLines, log } = setup(t)
  let respond: () => void = () => {}
  network.beforeRequest = () =>
    new Promise<void>((resolve) => {
      respond = resolve
    })
  type('a', 'A')
  await wait()
  type('a', 'AA')
  network.beforeRequest = async () => {}
  respond()
  await wait(0)
  await wait(600)
  assert.deepEqual([log, serverLines.get('a')?.text], [['a A @1', 'a AA @2'], 'AA'])
})

test('sends nothing and loses nothing once the translation is submitted', async (t) => {
  const { type, wait, store, stored, server } = setup(t)
  const { write } = server
  server.write = () => Promise.reject(apiError(409, { code: 'translation.locked' }))
  type('a', 'A')
  await wait()
  assert.deepEqual([store.getState().locked, stored.size], [true, 1])
  server.write = write
  store.setEditable(true)
  await wait(0)
  assert.equal(stored.size, 0)
})

test('pulls when the revision on the server is newer', async (t) => {
  const { store, changeElsewhere, textOf, wait } = setup(t)
  changeElsewhere('c', { text: 'C' })
  store.fetchIfBehind(3)
  await wait(0)
  assert.equal(textOf('c'), 'c')
  store.fetchIfBehind(4)
  await wait(0)
  assert.deepEqual([textOf('c'), store.getState().track.revision], ['C', 4])
})

test('undoes and redoes across lines and restores removed lines', async (t) => {
  const { store, type, textOf, wait, serverLines } = setup(t)
  type('a', 'A')
  type('b', 'B')
  assert.equal(await store.undo(), 'b')
  assert.deepEqual([textOf('a'), textOf('b')], ['A', 'b'])
  await store.redo()
  assert.equal(textOf('b'), 'B')
  await store.removeLine('b')
  assert.deepEqual([serverLines.has('b'), textOf('b')], [false, undefined])
  const restored = await store.undo()
  assert.equal(textOf(restored!), 'B')
  await store.undo()
  assert.equal(textOf(restored!), 'b', 'the earlier step refers to the restored line')
  await wait()
})

test('rejects merging lines while offline', async (t) => {
  const { store, network, type } = setup(t)
  network.isOnline = false
  type('a', 'A')
  await assert.rejects(
    store.editLines({ kind: 'merge', lines: ['a', 'b'] } satisfies lines.LineEdit),
  )
  assert.equal(store.getState().lines.length, 3)
})

test('reverts a step although others followed it', async (t) => {
  const { store, type, textOf } = setup(t)
  type('a', 'A')
  const step = store.lastStep()!
  type('b', 'B')
  await store.revertStep(step)
  assert.deepEqual([textOf('a'), textOf('b')], ['a', 'B'])
  await store.undo()
  assert.equal(textOf('a'), 'A')
})

test('confirms a machine draft without a new text, and takes that back', async (t) => {
  const { store, changeElsewhere, serverLines, wait } = setup(t)
  changeElsewhere('a', { machine: true, custom: false })
  await store.fetchChanges()
  store.changeLines([{ id: 'a', fields: { machine: false } }])
  await wait()
  const provenance = () => [serverLines.get('a')!.machine, serverLines.get('a')!.custom]
  assert.deepEqual(provenance(), [false, true])
  await store.undo()
  await wait()
  assert.deepEqual([...provenance(), serverLines.get('a')!.text], [true, false, 'a'])
})
