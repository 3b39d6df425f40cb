import type { missingRules, workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useCurrentUser, usePermissions } from '../../../shared/current-user.ts'
import { languageName } from '../../../../ui/format/format.ts'
import { isResponsible, responsibleRole } from '../../moves/moves.ts'
import { useDisplayNames } from '../use-display-names.ts'
import styles from './next-steps.module.css'

type Missing = workrequests.MissingItem
type WorkRequest = workrequests.WorkRequest
type MissingStep = missingRules.MissingStep

/** What has to be done before the next step, by whom and where. The user's own tasks come first. */
export function Blockers({
  request,
  missing,
}: {
  request: WorkRequest
  missing: readonly Missing[]
}) {
  const { t } = useTranslation('request')
  const isOwn = useIsOwn(request)
  if (missing.length === 0) return null
  const sorted = missing.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
  return (
    <div>
      <h3 className="visually-hidden">{t('blockers')}</h3>
      <ul className={styles.blockers}>
        {sorted.map((item) => (
          <li key={item.step + item.of} className={styles.blocker} data-own={isOwn(item)}>
            <BlockerLink request={request} missing={item} />
            <span className={styles.responsible}>
              {isOwn(item) ? t('who.you') : <Responsible who={item.who} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function useIsOwn({ from }: WorkRequest): (missing: Missing) => boolean {
  const [me, permissions] = [useCurrentUser(), usePermissions()]
  return ({ who }) => me !== undefined && isResponsible(who, { me, permissions, owner: from._id })
}

/** The first item that the user is responsible for. */
export const useOwnBlocker = (
  request: WorkRequest,
  missing: readonly Missing[],
): Missing | undefined => missing.find(useIsOwn(request))

function Responsible({ who }: { who: string }) {
  const { t } = useTranslation('request')
  const known = responsibleRole(who)
  return known ? t(`who.${known}`) : <bdi>{who}</bdi>
}

const SECTIONS: Partial<Record<MissingStep, string>> = {
  'material.attach': 'materials',
  'material.approve': 'materials',
  'material.none': 'materials',
  'offline.bring': 'offlines',
  'offline.making': 'encodes',
  encode: 'encodes',
  'encode.failed': 'encodes',
  deliverable: 'deliverables',
  'deliverable.upload': 'deliverables',
  'deliverable.checking': 'deliverables',
  lint: 'deliverables',
  territory: 'order',
  language: 'order',
  dng: 'order',
  uses: 'order',
  due: 'order',
}

/** Links to the page or the section where it is done, if there is one. */
export function BlockerLink({
  request: { _id: id, offlines },
  missing,
}: {
  request: WorkRequest
  missing: Missing
}) {
  const text = useBlockerText()(missing)
  const step = missing.step as MissingStep
  if (
    step === 'material.translate' ||
    step === 'translation.hand-in' ||
    step === 'translation.approve'
  )
    return (
      <Link to="/workrequests/$id/translate" params={{ id }}>
        {text}
      </Link>
    )
  if (step === 'offline.decide' && offlines[0])
    return (
      <Link to="/offlines/$id" params={{ id: offlines[0]._id }}>
        {text}
      </Link>
    )
  const section = SECTIONS[step]
  return section ? (
    <Link to="." hash={section} activeOptions={{ includeHash: true }}>
      {text}
    </Link>
  ) : (
    <span>{text}</span>
  )
}

/** Falls back to the service's message for a step that the app does not know. */
function useBlockerText(): (missing: Missing) => string {
  const { t, i18n } = useTranslation('request')
  const { materialName, nameOfUse } = useDisplayNames()
  return ({ step, of, message }) => {
    const key = `missing.${step.replace('.', '-')}`
    if (!i18n.exists(key, { ns: 'request', count: Number(of) })) return message
    const spoken = /^(material\.translate|translation)/.test(step)
      ? languageName(of)
      : step.startsWith('material.')
        ? materialName(of)
        : /^(deliverable|lint)$/.test(step)
          ? nameOfUse(of)
          : of
    return t(key as 'missing.due', { of: spoken, count: Number(of) })
  }
}
