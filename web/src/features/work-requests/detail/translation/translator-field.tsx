import { NativeSelect } from '@mantine/core'
import { fieldRules, translationRules, translations, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { usePermissions } from '../../../shared/current-user.ts'
import { useMustAnswer } from '../../../shared/must-answer.ts'
import { formatDate, localTimeZone } from '../../../../ui/format/time.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import section from '../section.module.css'
import styles from './translation.module.css'

type Props = {
  translation: translations.TranslationEmbedded
  request: workrequests.WorkRequest
  label: string
}

/** Shows the translator. Users with the permission can assign another one. */
export function TranslatorField({
  translation: { _id: id, translator, status },
  request,
  label,
}: Props) {
  const { t } = useTranslation(['request', 'common'])
  const permissions = usePermissions()
  const mustAnswer = useMustAnswer(request)
  const mayAssign =
    translationRules.mayAssign({ permissions }) &&
    !mustAnswer &&
    !fieldRules.isFinal(request.status) &&
    status !== 'approved'
  const { data } = useEndpointQuery(
    workrequests.listTranslators,
    { params: { id: request._id } },
    { enabled: mayAssign, staleTime: 60_000 },
  )
  const { mutateAsync } = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests', '/reports'],
  })
  /** The mutation shows its own errors. */
  const assign = (to: string | null) =>
    mutateAsync({ params: { id }, body: { translator: to } }).catch(() => undefined)
  const select = async (to: string | undefined) => {
    if (!(await assign(to ?? null))) return
    showToast(
      to
        ? t('translation.assigned', { name: data?.find(({ _id }) => _id === to)?.name ?? '' })
        : t('translation.unassignedNow'),
      { action: { name: t('common:undo'), run: () => void assign(translator?._id ?? null) } },
    )
  }
  if (!mayAssign)
    return (
      <p className={section.hint}>
        {translator ? t('translation.by', { name: translator.name }) : t('translation.notAssigned')}
      </p>
    )
  const optionOf = ({ _id, name, open, nextDue }: workrequests.TranslatorCandidate) => ({
    value: _id,
    label: [
      name,
      t('translation.workload', { count: open }),
      nextDue !== null && formatDate(localTimeZone(), nextDue),
    ]
      .filter(Boolean)
      .join(' · '),
  })
  const [fitting, others] = [true, false].map((fits) =>
    (data ?? []).filter((one) => one.fits === fits).map(optionOf),
  )
  const isListed = data?.some(({ _id }) => _id === translator?._id)
  return (
    <div className={styles.translator}>
      <NativeSelect
        label={label}
        value={translator?._id ?? ''}
        onChange={({ currentTarget }) => void select(currentTarget.value || undefined)}
        data={[
          { value: '', label: t('translation.unassigned') },
          ...(translator && !isListed ? [{ value: translator._id, label: translator.name }] : []),
          ...(fitting?.length ? [{ group: t('translation.fitting'), items: fitting }] : []),
          ...(others?.length ? [{ group: t('translation.otherTranslators'), items: others }] : []),
        ]}
      />
    </div>
  )
}
