// Delivery checks: what a broadcaster or platform would reject. Codes are stable, because programs
// act on them.
import { blackHead, blackTail, clipping, freeze, silence } from './lint-file.ts'
import { mediaKind } from './media-kind.ts'
import { frameRate, interlaced, loudness, raster, truePeak } from './lint-target.ts'
import { duration, noPicture, noSound } from './lint-version.ts'
import type {
  DeliveryContext,
  DeliveryWarning,
  AnalyzedFile,
  LintResult,
  ProbedFile,
} from './lint-types.ts'

type Check = { code: string; severity: DeliveryWarning['severity'] }
type FileCheck = Check & { find: (file: AnalyzedFile) => LintResult }
type OrderCheck = Check & { find: (file: ProbedFile, context: DeliveryContext) => LintResult }

const MEDIA_KIND: Check = { code: 'media-kind', severity: 'error' }
/** Wrong for every purpose. */
const FILE_CHECKS: readonly FileCheck[] = [
  { code: 'silent', severity: 'error', find: silence },
  { code: 'clipped', severity: 'warning', find: clipping },
  { code: 'black-head', severity: 'warning', find: blackHead },
  { code: 'black-tail', severity: 'warning', find: blackTail },
  { code: 'freeze', severity: 'warning', find: freeze },
]
/** Different from the order. */
const ORDER_CHECKS: readonly OrderCheck[] = [
  { code: 'frame-rate', severity: 'error', find: frameRate },
  { code: 'raster', severity: 'error', find: raster },
  { code: 'interlaced', severity: 'error', find: interlaced },
]
/** Only for complete versions: a title card has its own length. */
const VERSION_CHECKS: readonly OrderCheck[] = [
  { code: 'no-picture', severity: 'error', find: noPicture },
  { code: 'no-sound', severity: 'error', find: noSound },
  { code: 'duration', severity: 'error', find: duration },
]
/** Only for deliveries: a stem and a review offline have their own level. */
const DELIVERY_CHECKS: readonly OrderCheck[] = [
  { code: 'loudness', severity: 'warning', find: loudness },
  { code: 'true-peak', severity: 'warning', find: truePeak },
]

export function lint(file: AnalyzedFile, context: DeliveryContext | null): DeliveryWarning[] {
  const { probe } = file
  const kind = context ? warn(MEDIA_KIND, mediaKind(file, context)) : []
  if (!probe || probe.kind === 'image') return kind
  const probed = { ...file, probe }
  const orderWarnings = context
    ? orderChecks(context).flatMap((check) => warn(check, check.find(probed, context)))
    : []
  return [
    ...kind,
    ...orderWarnings,
    ...FILE_CHECKS.flatMap((check) => warn(check, check.find(file))),
  ]
}

/** A review offline is a proxy: only its content has to match the order. */
const orderChecks = ({ as }: DeliveryContext): readonly OrderCheck[] => [
  ...(as === 'offline' ? [] : ORDER_CHECKS),
  ...(as === 'material' ? [] : VERSION_CHECKS),
  ...(as === 'delivery' ? DELIVERY_CHECKS : []),
]

const warn = ({ code, severity }: Check, result: LintResult): DeliveryWarning[] =>
  result ? [{ code: `delivery.${code}`, severity, ...result }] : []
