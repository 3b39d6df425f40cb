import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { workflows } from '@reelay/api/contract'
import { layoutDiagram, flowForWidth } from './diagram-layout.ts'
import { phaseRanks } from './phase-ranks.ts'

const definition = (
  transitionsOf: Record<string, string[] | undefined>,
  ends: string[] = ['FINAL'],
): workflows.Definition => ({
  phases: Object.fromEntries(
    Object.entries(transitionsOf).map(([name, transitions]) => [
      name,
      { groups: [], users: [], terminal: ends.includes(name), ...(transitions && { transitions }) },
    ]),
  ),
  requireGraphicsApproval: false,
  requireOfflineApproval: false,
})
const usual = definition({ FINAL: [], LOCK: ['FINAL', 'WIP'], WIP: ['LOCK', 'FINAL'] })
const across = { width: 900, flow: 'across', mirrored: false } as const

test('ranks each phase by its longest path', () => {
  assert.deepEqual(phaseRanks(usual), [['WIP'], ['LOCK'], ['FINAL']])
  assert.deepEqual(
    phaseRanks(
      definition({ WIP: ['CUT', 'MIX'], CUT: ['LOCK'], MIX: ['LOCK'], LOCK: ['FINAL'], FINAL: [] }),
    ),
    [['WIP'], ['CUT', 'MIX'], ['LOCK'], ['FINAL']],
  )
})

test('a phase without transitions leads to the next one', () => {
  assert.deepEqual(phaseRanks(definition({ WIP: undefined, LOCK: undefined, FINAL: undefined })), [
    ['WIP'],
    ['LOCK'],
    ['FINAL'],
  ])
})

test('handles cycles and unreachable phases', () => {
  const all = (transitionsOf: Record<string, string[]>) =>
    phaseRanks(definition(transitionsOf)).flat().toSorted()
  assert.deepEqual(all({ A: ['B'], B: ['C'], C: ['A'], FINAL: [] }), ['A', 'B', 'C', 'FINAL'])
  assert.deepEqual(all({ A: ['B'], B: ['A'] }), ['A', 'B'])
  assert.deepEqual(phaseRanks(definition({})), [])
})

test('draws each transition once, as forward, skipping or backward', () => {
  const { edges } = layoutDiagram(usual, across)
  assert.deepEqual(
    edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`),
    ['WIP next LOCK', 'WIP skip FINAL', 'LOCK next FINAL', 'LOCK back WIP'],
  )
})

test('boxes stay inside the diagram and do not overlap', () => {
  const names = Array.from({ length: 20 }, (_, index) => `PHASE-${String.fromCharCode(65 + index)}`)
  const long = definition(
    Object.fromEntries(names.map((name, index) => [name, names.slice(index + 1, index + 2)])),
    names.slice(-1),
  )
  const broad = definition({
    WIP: ['CUT', 'MIX', 'GRADE'],
    CUT: ['FINAL'],
    MIX: ['FINAL'],
    GRADE: ['FINAL'],
    FINAL: [],
  })
  for (const one of [usual, long, broad])
    for (const width of [900, 326])
      for (const mirrored of [false, true]) {
        const { boxes, height } = layoutDiagram(one, {
          width,
          flow: flowForWidth(one, width),
          mirrored,
        })
        for (const box of boxes) {
          assert.ok(
            box.x >= -0.01 &&
              box.x + box.width <= width + 0.01 &&
              box.y >= 0 &&
              box.y + box.height <= height,
            `${box.name} at ${width}`,
          )
          assert.ok(
            boxes.every(
              (other) =>
                other === box ||
                other.x >= box.x + box.width ||
                box.x >= other.x + other.width ||
                other.y >= box.y + box.height ||
                box.y >= other.y + other.height,
            ),
            `${box.name} at ${width}`,
          )
        }
      }
})

test('puts the first phase on the right in right-to-left languages', () => {
  const [first, , last] = layoutDiagram(usual, { ...across, mirrored: true }).boxes
  assert.ok(first!.x > last!.x)
})
