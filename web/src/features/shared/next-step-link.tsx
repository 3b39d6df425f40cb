import type { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useCurrentUser, usePermissions } from './current-user.ts'
import { filesInCheck, nextStepFor, type NextStep } from './next-step.ts'

type WorkRequest = workrequests.WorkRequest

/** The step of the current user. Without the risk report, nobody looks for what is blocking. */
export function useNextStep(request: WorkRequest): NextStep | undefined {
  const me = useCurrentUser()
  const permissions = usePermissions()
  if (!me) return undefined
  const groups = me.groups.map(({ _id }) => _id)
  return nextStepFor({ _id: me._id, permissions, groups }, request, undefined)
}

export function useNextStepText(): (request: WorkRequest, step: NextStep) => string {
  const { t } = useTranslation('trade')
  return (request, { kind }) =>
    kind === 'await-checks' ? t('checking', { count: filesInCheck(request) }) : t(`task.${kind}`)
}

type Props = { request: WorkRequest; step: NextStep; version: string; className?: string }

/** Leads to the page on which the step is done. */
export function NextStepLink({ request, step, version, className }: Props) {
  const text = useNextStepText()(request, step)
  // Several rows may have the same text; a screen reader needs to tell the links apart.
  const props = {
    className,
    'aria-label': `${text}: ${request.asset.name}, ${version}`,
    children: text,
  } as const
  const { location } = step
  if (location.page === 'review')
    return <Link to="/offlines/$id" params={{ id: location.offline }} {...props} />
  if (location.page === 'translate')
    return (
      <Link
        to="/workrequests/$id/translate"
        params={{ id: request._id }}
        search={{ sheet: location.textTrack }}
        {...props}
      />
    )
  return <Link to="/workrequests/$id" params={{ id: request._id }} {...props} />
}
