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
type Step = missingRules.MissingStep

/**
 * Who must do what before it can go on, with the way there. What is the reader's own to do stands
 * first.
 */
export function Blockers({
  request,
  missing,
}: {
  request: WorkRequest
  missing: readonly Missing[]
}) {
  const { t } = useTranslation('request')
  const isMine = useIsMine(request)
  if (missing.length === 0) return null
  const sorted = missing.toSorted((one, other) => Number(isMine(other)) - Number(isMine(one)))
  return (
    <div>
      <h3 className="unseen">{t('inTheWay')}</h3>
      <ul className={styles.missing}>
        {sorted.map((one) => (
          <li key={one.step + one.of} className={styles.need} data-mine={isMine(one)}>
            <BlockerLink request={request} missing={one} />
            <span className={styles.who}>
              {isMine(one) ? t('who.you') : <Responsible who={one.who} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function useIsMine({ from }: WorkRequest): (missing: Missing) => boolean {
  const [me, permissions] = [useCurrentUser(), usePermissions()]
  return ({ who }) => me !== undefined && isResponsible(who, { me, permissions, owner: from._id })
}

/** The first thing that is this reader's to do. */
export const useOwnBlocker = (
  request: WorkRequest,
  missing: readonly Missing[],
): Missing | undefined => missing.find(useIsMine(request))

function Responsible({ who }: { who: string }) {
  const { t } = useTranslation('request')
  const known = responsibleRole(who)
  return known ? t(`who.${known}`) : <bdi>{who}</bdi>
}

const SECTIONS: Partial<Record<Step, string>> = {
  'material.attach': 'materials',
  'material.approve': 'materials',
  'material.none': 'materials',
  'offline.bring': 'offlines',
  'offline.making': 'encodes',
  encode: 'encodes',
  deliverable: 'deliverables',
  lint: 'deliverables',
  territory: 'ordered',
  language: 'ordered',
  dng: 'ordered',
  uses: 'ordered',
  due: 'ordered',
}

/** The words are a link where there is a place to do it. */
export function BlockerLink({
  request: { _id: id, offlines },
  missing,
}: {
  request: WorkRequest
  missing: Missing
}) {
  const words = useBlockerText()(missing)
  const step = missing.step as Step
  if (
    step === 'material.translate' ||
    step === 'translation.hand-in' ||
    step === 'translation.approve'
  )
    return (
      <Link to="/workrequests/$id/translate" params={{ id }}>
        {words}
      </Link>
    )
  if (step === 'offline.decide' && offlines[0])
    return (
      <Link to="/offlines/$id" params={{ id: offlines[0]._id }}>
        {words}
      </Link>
    )
  const place = SECTIONS[step]
  return place ? (
    <Link to="." hash={place} activeOptions={{ includeHash: true }}>
      {words}
    </Link>
  ) : (
    <span>{words}</span>
  )
}

/**
 * In the reader's words; where the service knows a step that this page does not, in the service's.
 */
function useBlockerText(): (missing: Missing) => string {
  const { t, i18n } = useTranslation('request')
  const { materialName, useName } = useDisplayNames()
  return ({ step, of, message }) => {
    const key = `missing.${step.replace('.', '-')}`
    if (!i18n.exists(key, { ns: 'request' })) return message
    const spoken = /^(material\.translate|translation)/.test(step)
      ? languageName(of)
      : step.startsWith('material.')
        ? materialName(of)
        : /^(deliverable|lint)/.test(step)
          ? useName(of)
          : of
    return t(key as 'missing.due', { of: spoken })
  }
}
