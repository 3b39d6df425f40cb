import type { files } from '@reelay/api/contract'
import { Named } from '../../ui/named.tsx'
import { Tag } from '../../ui/tag.tsx'
import { count } from '../../ui/words.ts'

type File = files.File

const hasBytes = ({ sha256 }: File) => sha256 !== null
const isWorkedOn = ({ media }: File) => media?.status === 'waiting' || media?.status === 'working'

/** Something of it is still to come, soon and by itself. */
export const isOnItsWay = (file: File): boolean => hasBytes(file) && (isWorkedOn(file) || !file.verified)

export function FileState({ file }: { file: File }) {
  const warnings = file.warnings.filter(({ severity }) => severity === 'warning').length
  return <Named name={<State file={file} />} note={[file.verified && isWorkedOn(file) && `Previews ${percent(file)}`, warnings > 0 && count(warnings, 'warning')].filter(Boolean).join(', ')} />
}

function State({ file }: { file: File }) {
  if (!hasBytes(file)) return <Tag tone="wait" done={false}>Coming in</Tag>
  if (!file.verified && isWorkedOn(file)) return <Tag tone="info" done={false}>Being looked at</Tag>
  if (file.warnings.some(({ severity }) => severity === 'error')) return <Tag tone="bad">Has errors</Tag>
  return file.verified ? <Tag tone="good">Ready</Tag> : <Tag tone="bad">Not usable</Tag>
}

const percent = ({ media }: File) => `${Math.floor((media?.progress ?? 0) * 100)} %`
