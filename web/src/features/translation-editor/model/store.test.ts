import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { lines } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import type { Draft, Line } from './draft.ts'
import type { Journal } from './journal.ts'
import { sheetOf } from './text-track.ts'
import { createStore, type Remote } from './store.ts'

const at = (id: string, second: number): Line => ({
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
const refusal = (status: number, problem: object) =>
  new ApiError(status, problem as Record<string, unknown>, new Headers())
const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve)
  })

/** A service of three lines that merges as the real one does, and a notebook. */
function desk(t: TestContext, kept = new Map<string, Draft>()) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const there = new Map([at('a', 1), at('b', 2), at('c', 3)].map((line) => [line._id, line]))
  const first = sheetOf([...there.values()], 3)
  const log: string[] = []
  let [revision, added] = [3, 0]
  const way = { isOpen: true, before: async () => {}, answers: true }
  const enter = async () => {
    await way.before()
    if (!way.isOpen) throw new TypeError('Failed to fetch')
  }
  const remote: Remote = {
    async write(changes) {
      await enter()
      log.push(changes.map(({ _id, text, version }) => `${_id} ${text} @${version}`).join(', '))
      const conflicts = changes.flatMap((change) => {
        const now = there.get(change._id!)
        return now &&
          change.version! < now.version &&
          change.text !== undefined &&
          now.text !== change.text
          ? [{ fields: ['text'], line: now }]
          : []
      })
      const removed = changes.flatMap(({ _id }) => (there.has(_id!) ? [] : [_id!]))
      if (conflicts.length || removed.length)
        throw refusal(409, { code: 'line.changed', conflicts, removed })
      const wrong = changes.findIndex(({ text }) => text === 'bad')
      if (wrong >= 0)
        throw refusal(422, {
          code: 'lines.invalid',
          detail: 'It is bad.',
          errors: [{ pointer: `/lines/${wrong}/text`, message: 'is bad' }],
        })
      revision++
      const saved = changes.map((change) => {
        const known = there.get(change._id!)!
        const line: Line = {
          ...known,
          ...change,
          _id: known._id,
          number: known.number,
          version: known.version + 1,
        }
        there.set(line._id, line)
        return line
      })
      if (!way.answers) throw new TypeError('Failed to fetch')
      return { revision, lines: saved, removed: [] }
    },
    async pull() {
      await enter()
      return {
        revision,
        lines: [...there.values()],
        removed: ['a', 'b', 'c'].filter((id) => !there.has(id)),
      }
    },
    async edit(asked) {
      await enter()
      log.push(asked.kind)
      return { revision: ++revision, lines: [], removed: [] }
    },
    async add(line) {
      await enter()
      const made: Line = { ...at(`new ${++added}`, 9), ...line }
      there.set(made._id, made)
      revision++
      return made
    },
    async remove(id) {
      await enter()
      there.delete(id)
      revision++
    },
  }
  const journal: Journal = {
    read: async () => [...kept.values()],
    keep: (draft) => void kept.set(draft.line, draft),
    drop: (line) => void kept.delete(line),
    hurry: () => {},
  }
  const other = (id: string, change: Partial<Line>) => {
    const line = there.get(id)!
    there.set(id, { ...line, ...change, version: line.version + 1 })
    revision++
  }
  const pause = async (ms = 600) => {
    t.mock.timers.tick(ms)
    await settled()
    await settled()
  }
  const open = () => createStore({ sheet: first, journal, remote, now: () => 0 })
  const store = open()
  const text = (id: string) => store.snapshot().lines.find(({ _id }) => _id === id)?.text
  return {
    store,
    open,
    kept,
    log,
    way,
    there,
    other,
    pause,
    text,
    type: (id: string, words: string) =>
      store.change([{ id, fields: { text: words } }], `${id} text`),
    first,
    remote,
    journal,
  }
}

test('every letter is in the journal before anything is sent, and goes after a pause, once', async (t) => {
  const { type, kept, log, pause, store } = desk(t)
  type('a', 'A')
  assert.equal(kept.get('a')?.fields.text, 'A')
  type('a', 'AB')
  type('b', 'B')
  assert.deepEqual(log, [])
  await pause()
  assert.deepEqual([log, kept.size, store.snapshot().sending], [['a AB @1, b B @1'], 0, 'idle'])
})

test('without a way it goes on, says so, and sends later', async (t) => {
  const { type, kept, log, pause, store, way, text } = desk(t)
  way.isOpen = false
  type('a', 'A')
  await pause()
  assert.deepEqual([store.snapshot().sending, kept.size], ['offline', 1])
  type('b', 'B')
  assert.equal(text('b'), 'B')
  way.isOpen = true
  await pause(2000)
  assert.deepEqual([log, kept.size, store.snapshot().sending], [['a A @1, b B @1'], 0, 'idle'])
})

test('what was typed before the page went is sent the next day, over what others did since', async (t) => {
  const { type, kept, way, pause, other, log, open, first, there } = desk(t)
  way.isOpen = false
  type('a', 'A')
  type('b', 'B')
  await pause()
  way.isOpen = true
  log.length = 0
  other('a', { stopTime: '00:00:01,500' })
  other('b', { text: 'theirs' })
  assert.equal(first.revision, 3)
  const tomorrow = open()
  await tomorrow.wake()
  await pause(0)
  assert.equal(there.get('a')?.text, 'A')
  const { drafts } = tomorrow.snapshot().sheet
  assert.deepEqual(
    [drafts.size, drafts.get('b')?.theirs?.text, drafts.get('b')?.fields.text, [...kept.keys()]],
    [1, 'theirs', 'B', ['b']],
  )
  tomorrow.settle('b', 'mine')
  await pause(0)
  assert.deepEqual([there.get('b')?.text, kept.size], ['B', 0])
})

test('an answer that got lost is no conflict with oneself', async (t) => {
  const { type, way, pause, store, there } = desk(t)
  way.answers = false
  type('a', 'A')
  await pause()
  assert.equal(store.snapshot().sending, 'offline')
  type('a', 'A and more')
  way.answers = true
  await pause(2000)
  await pause(0)
  assert.deepEqual([there.get('a')?.text, store.snapshot().sheet.drafts.size], ['A and more', 0])
})

test('one line that is refused does not keep the others', async (t) => {
  const { type, pause, store, there } = desk(t)
  type('a', 'bad')
  type('b', 'B')
  await pause()
  assert.deepEqual(
    [there.get('b')?.text, store.snapshot().sheet.drafts.get('a')?.refused],
    ['B', 'It is bad.'],
  )
  type('a', 'good')
  await pause()
  assert.equal(there.get('a')?.text, 'good')
})

test('a text that both changed waits for a person while the other lines go', async (t) => {
  const { type, pause, store, there, other } = desk(t)
  other('a', { text: 'theirs' })
  type('a', 'mine')
  type('b', 'B')
  await pause()
  const draft = store.snapshot().sheet.drafts.get('a')
  assert.deepEqual(
    [there.get('b')?.text, draft?.theirs?.text, draft?.fields.text],
    ['B', 'theirs', 'mine'],
  )
  store.settle('a', 'theirs')
  assert.equal(store.snapshot().lines[0]!.text, 'theirs')
})

test('what is typed while something is on its way follows it', async (t) => {
  const { type, pause, way, there, log } = desk(t)
  let arrive: () => void = () => {}
  way.before = () =>
    new Promise<void>((resolve) => {
      arrive = resolve
    })
  type('a', 'A')
  await pause()
  type('a', 'AA')
  way.before = async () => {}
  arrive()
  await pause(0)
  await pause(600)
  assert.deepEqual([log, there.get('a')?.text], [['a A @1', 'a AA @2'], 'AA'])
})

test('once it is handed in nothing is sent, and nothing is lost', async (t) => {
  const { type, pause, store, kept, remote } = desk(t)
  const { write } = remote
  remote.write = () => Promise.reject(refusal(409, { code: 'translation.locked' }))
  type('a', 'A')
  await pause()
  assert.deepEqual([store.snapshot().locked, kept.size], [true, 1])
  remote.write = write
  store.open(true)
  await pause(0)
  assert.equal(kept.size, 0)
})

test('what others did is asked for when the revision says so', async (t) => {
  const { store, other, text, pause } = desk(t)
  other('c', { text: 'C' })
  store.heard(3)
  await pause(0)
  assert.equal(text('c'), 'c')
  store.heard(4)
  await pause(0)
  assert.deepEqual([text('c'), store.snapshot().sheet.revision], ['C', 4])
})

test('back and forth goes over lines, and brings back what was removed', async (t) => {
  const { store, type, text, pause, there } = desk(t)
  type('a', 'A')
  type('b', 'B')
  assert.equal(await store.undo(), 'b')
  assert.deepEqual([text('a'), text('b')], ['A', 'b'])
  await store.redo()
  assert.equal(text('b'), 'B')
  await store.remove('b')
  assert.deepEqual([there.has('b'), text('b')], [false, undefined])
  const again = await store.undo()
  assert.equal(text(again!), 'B')
  await store.undo()
  assert.equal(text(again!), 'b', 'the step before speaks of the line that came back')
  await pause()
})

test('what changes which lines there are needs the service, and is refused without it', async (t) => {
  const { store, way, type } = desk(t)
  way.isOpen = false
  type('a', 'A')
  await assert.rejects(store.edit({ kind: 'merge', lines: ['a', 'b'] } satisfies lines.LineEdit))
  assert.equal(store.snapshot().lines.length, 3)
})

test('one step is taken back although others were taken since', async (t) => {
  const { store, type, text } = desk(t)
  type('a', 'A')
  const step = store.last()!
  type('b', 'B')
  await store.takeBack(step)
  assert.deepEqual([text('a'), text('b')], ['a', 'B'])
  await store.undo()
  assert.equal(text('a'), 'A')
})
