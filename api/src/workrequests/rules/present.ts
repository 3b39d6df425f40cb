import { fullUsage, presentAssetView } from '../../assets/rules.ts'
import { callerIn, type StudioCaller } from '../../kernel/http/contract/caller.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { embedPreview, thumbnailPath } from '../../previews/rules.ts'
import { presentProjectSummary } from '../../projects/rules.ts'
import { embedTranslation } from '../../translations/rules/translation.ts'
import { presentSummary } from '../../users/rules/user.ts'
import type { WorkRequest } from '../contract.ts'
import { WORK_USAGES } from '../contract/work-asset.ts'
import { allowedStatuses, missingForNext } from './moves.ts'
import { emptyRecipients } from './recipients.ts'
import type { StoredWorkRequest } from './stored.ts'

export function presentWorkRequest(record: StoredWorkRequest, view: ReplyContext): WorkRequest {
  const {
    conditions: _conditions,
    assetView: _assetView,
    poster: _poster,
    history,
    ...request
  } = record
  const apiUrl = `//${view.host}/api`
  const person = callerIn(view.person, request.studio)
  return {
    ...request,
    ...redactFor(request, person),
    project: presentProjectSummary(request.project, view),
    asset: presentAsset(record, view),
    from: presentSummary(request.from, view),
    reviewer: request.reviewer && presentSummary(request.reviewer, view),
    approver: request.approver && presentSummary(request.approver, view),
    history: history.map(({ code: _code, user, ...entry }) => ({
      ...entry,
      user: presentSummary(user, view),
    })),
    rejections: history
      .filter(({ status }) => status === 'rejected')
      .map(({ date, user, reason, code }) => ({
        date,
        user: presentSummary(user, view),
        reason,
        code,
      })),
    translation: embedTranslation(request.translation, view),
    graphicsTranslation: presentGraphics(request, view),
    urls: workRequestUrls(view.appUrl, ':workRequest'),
    graphicsAutomationJobs: request.encodes.filter(({ kind }) => kind === 'graphics'),
    $links: {
      self: `${apiUrl}/workrequests/${request._id}`,
      project: `${apiUrl}/projects/${request.project._id}`,
      asset: `${apiUrl}/assets/${request.asset._id}`,
      from: `${apiUrl}/users/${request.from._id}`,
      translation: `${apiUrl}/translations/${request.translation._id}`,
      graphicsTranslation: `${apiUrl}/translations/${request.graphicsTranslation._id}`,
    },
    $statuses: allowedStatuses(record, person),
    $missing: missingForNext(record),
  }
}

/** The lines of a print asset are also its print lines. */
function presentGraphics(
  {
    graphicsTranslation,
    assetCategory,
  }: Pick<StoredWorkRequest, 'graphicsTranslation' | 'assetCategory'>,
  view: ReplyContext,
): WorkRequest['graphicsTranslation'] {
  const translation = embedTranslation(graphicsTranslation, view)
  return assetCategory === 'print' ? { ...translation, printLines: translation.lines } : translation
}

type Redactable = Pick<StoredWorkRequest, 'estimate' | 'recipients' | 'shippingAddresses'> & {
  from: Pick<StoredWorkRequest['from'], '_id'>
}

/**
 * Hides prices from everyone but the owner, the studio and the territory, and delivery addresses
 * also from translators.
 */
export function redactFor(
  { from, estimate, recipients, shippingAddresses }: Redactable,
  person: Pick<StudioCaller, '_id' | 'roles'>,
): Omit<Redactable, 'from'> {
  const seesPrices =
    person._id === from._id ||
    ['admin', 'studio', 'territory', 'service'].some((role) => person.roles.includes(role))
  const seesRecipients = seesPrices || person.roles.includes('vendor')
  return {
    estimate: seesPrices ? estimate : { base: '', applied: '', currency: '' },
    recipients: seesRecipients ? recipients : emptyRecipients(),
    shippingAddresses: seesRecipients ? shippingAddresses : [],
  }
}

/** Pages of the web app. The client fills in the placeholders. */
export const workRequestUrls = (appUrl: string, request: string): WorkRequest['urls'] => ({
  view: `${appUrl}/workrequests/${request}`,
  manage: `${appUrl}/workrequests/${request}/manage`,
  invite: `${appUrl}/workrequests/${request}/invite/:code`,
  translate: `${appUrl}/workrequests/${request}/translate`,
})

const READ_SIZE = 1024 * 1024

function presentAsset(
  { asset, assetCategory, graphicsTranslation, assetView, poster }: StoredWorkRequest,
  view: ReplyContext,
): WorkRequest['asset'] {
  const apiUrl = `//${view.host}/api`
  const thumbnail = asset.thumbnail && {
    ...asset.thumbnail,
    bucket: 'originals',
    chunkSize: READ_SIZE,
    $links: { self: `${apiUrl}/files/${asset.thumbnail._id}` },
  }
  return {
    ...asset,
    usage: fullUsage(asset.usage, WORK_USAGES),
    previews: asset.previews.map((preview) => embedPreview(preview, view)),
    thumbnail,
    $poster: poster && view.sign(thumbnailPath(poster)),
    transcription: { graphics: graphicsTranslation._id },
    $links: {
      self: `${apiUrl}/assets/${asset._id}`,
      ...(thumbnail && { thumbnail: thumbnail.$links.self }),
      project: `${apiUrl}/projects/${asset.project}`,
      studio: `${apiUrl}/studios/${asset.studio}`,
      type: `${apiUrl}/assettypes/${asset.type}`,
    },
    ...presentAssetView(
      { ...asset, category: assetCategory },
      assetView,
      callerIn(view.person, asset.studio),
    ),
  }
}
