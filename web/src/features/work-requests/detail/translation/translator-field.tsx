import {
  fieldRules,
  translationRules,
  translations,
  users,
  type workrequests,
} from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { usePermissions } from '../../../shared/current-user.ts'
import { useMustAnswer } from '../../../shared/must-answer.ts'
import { Select } from '../../../../ui/fields/select.tsx'
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
    users.listUsers,
    { query: { role: 'translator', order: 'name' }, range: { first: 0, last: 499 } },
    { enabled: mayAssign, staleTime: 60_000 },
  )
  const { mutateAsync } = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
  })
  /** The mutation shows its own errors. */
  const assign = (to: string | null) =>
    mutateAsync({ params: { id }, body: { translator: to } }).catch(() => undefined)
  const select = async (to: string | undefined) => {
    if (!(await assign(to ?? null))) return
    showToast(
      to
        ? t('translation.assigned', { name: data?.items.find(({ _id }) => _id === to)?.name ?? '' })
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
  const options = (data?.items ?? []).map(({ _id, name }) => ({ value: _id, name }))
  const current =
    translator && !options.some(({ value }) => value === translator._id)
      ? [{ value: translator._id, name: translator.name }]
      : []
  return (
    <div className={styles.translator}>
      <Select
        label={label}
        anyLabel={t('translation.unassigned')}
        value={translator?._id}
        options={[...current, ...options]}
        onChange={(to) => void select(to)}
      />
    </div>
  )
}
