// What the completion of a work request still needs.
import type { MissingItem } from '../contract.ts'
import { isRendering, missing, RESPONSIBLE } from './missing.ts'
import type { MovableRequest } from './stored.ts'

type Request = Pick<MovableRequest, 'uses' | 'dcp' | 'conditions' | 'encodes'>

/**
 * Every ordered use needs a file, every attached file must have passed its checks, and ordered
 * subtitle files must be rendered. `excused`: the studio accepts failed and unfinished checks, and
 * gives a reason. A missing or unfinished upload cannot be excused.
 */
export function requireDeliverables(request: Request, excused: boolean): MissingItem[] {
  const { deliverables } = request.conditions
  const received = deliverables.filter(({ state }) => state !== 'waiting')
  const versions = excused ? received : received.filter(({ companion }) => !companion)
  const undelivered = orderedUsesOf(request).filter(
    (ordered) => !versions.some(({ use }) => use === ordered),
  )
  return [
    ...undelivered.map((use) =>
      missing('deliverable', `Attach a verified file for ${use}`, RESPONSIBLE.vendor, use),
    ),
    ...unfinishedUploads(deliverables.length - received.length),
    ...renderingEncodes(request),
    ...(excused ? [] : [...failedSidecars(request), ...unfinishedChecks(request)]),
  ]
}

const orderedUsesOf = ({ uses, dcp }: Request): string[] => [
  ...new Set<string>([...uses.items, ...(dcp.items.length ? ['Dcp'] : [])]),
]

const unfinishedUploads = (count: number): MissingItem[] =>
  count === 0
    ? []
    : [
        missing(
          'deliverable.upload',
          `Finish the upload of ${files(count)}`,
          RESPONSIBLE.vendor,
          String(count),
        ),
      ]

const DELIVERED: readonly Encode['kind'][] = ['deliverable', 'sidecar']

const renderingEncodes = ({ encodes }: Request): MissingItem[] =>
  encodes
    .filter((encode) => DELIVERED.includes(encode.kind) && isRendering(encode))
    .map((encode) =>
      missing(
        'encode',
        `Wait until ${nameOf(encode)} is rendered`,
        RESPONSIBLE.service,
        nameOf(encode),
      ),
    )

/** Subtitle files that could not be rendered. A newer encode of the same file replaces the older. */
const failedSidecars = ({ encodes }: Request): MissingItem[] =>
  encodes
    .filter(
      (encode, index) =>
        encode.kind === 'sidecar' &&
        encode.status === 'failed' &&
        !encodes.slice(0, index).some((newer) => isSameOutput(newer, encode)),
    )
    .map((encode) =>
      missing(
        'encode.failed',
        `Retry the subtitle file ${nameOf(encode)}, or ask the studio to complete without it`,
        RESPONSIBLE.workers,
        nameOf(encode),
      ),
    )

type Encode = Request['encodes'][number]
const isSameOutput = (a: Encode, b: Encode) =>
  a.kind === b.kind && a.use === b.use && a.value === b.value
const nameOf = ({ use, value }: Encode) => [use, value].filter(Boolean).join(' ')

function unfinishedChecks({ conditions: { deliverables } }: Request): MissingItem[] {
  const checking = deliverables.filter(({ state }) => state === 'checking').length
  const failed = deliverables.filter(({ state }) => state === 'failed').map(({ use }) => use)
  return [
    ...(checking === 0
      ? []
      : [
          missing(
            'deliverable.checking',
            `Checking ${files(checking)}`,
            RESPONSIBLE.service,
            String(checking),
          ),
        ]),
    ...[...new Set(failed)].map((use) =>
      missing(
        'lint',
        `Replace the ${use} file that fails the delivery checks, or ask the studio to accept it`,
        RESPONSIBLE.workers,
        use,
      ),
    ),
  ]
}

/** For people who cannot see the file that is in the way. */
export const hiddenDeliverable = (): MissingItem =>
  missing('deliverable.studio', 'Ask the studio to complete this work request', RESPONSIBLE.studio)

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
