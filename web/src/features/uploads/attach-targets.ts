// What a file can be attached to: an open material, or an ordered use as its deliverable.
import { materialRules, type workrequests } from '@reelay/api/contract'

type Request = Pick<
  workrequests.WorkRequest,
  '_id' | 'status' | 'language' | 'territory' | 'materials' | 'files' | 'uses' | 'dcp'
>
export type AttachTarget = {
  key: string
  request: Request
  kind: 'material' | 'use'
  name: string
  /** The files that are attached already. */
  files: string[]
}

const IN_WORK: readonly string[] = ['in-progress', 'for-review', 'rejected', 'approved']
const OPEN: readonly string[] = ['submitted', 'awaiting-materials', ...IN_WORK]

export const attachTargetsOf = (requests: readonly Request[]): AttachTarget[] =>
  requests
    .filter(({ status }) => OPEN.includes(status))
    .flatMap((request) => materialsOf(request).concat(usesOf(request)))

const materialsOf = (request: Request): AttachTarget[] =>
  request.materials
    .filter(({ name, complete }) => name !== materialRules.SUBTITLES_MATERIAL && !complete)
    .map(({ name, files }) => target(request, 'material', name, files))

function usesOf(request: Request): AttachTarget[] {
  const uses = new Set<string>([
    ...request.uses.items,
    ...(request.dcp.items.length ? ['Dcp'] : []),
  ])
  return IN_WORK.includes(request.status)
    ? [...uses].map((use) =>
        target(request, 'use', use, request.files.find(({ name }) => name === use)?.files ?? []),
      )
    : []
}

const target = (
  request: Request,
  kind: AttachTarget['kind'],
  name: string,
  files: string[],
): AttachTarget => ({
  key: `${request._id} ${kind} ${name}`,
  request,
  kind,
  name,
  files,
})

/** The change that attaches a file to a target, or detaches it. */
export function attachmentChange(
  { request, kind, name, files }: AttachTarget,
  file: string,
  attached: boolean,
): workrequests.WorkRequestChange {
  const list = attached
    ? [...files.filter((one) => one !== file), file]
    : files.filter((one) => one !== file)
  if (kind === 'use') return { files: [{ name, files: list }] }
  const material = request.materials.find((one) => one.name === name)
  return { materials: material ? [{ ...material, files: list }] : [] }
}
