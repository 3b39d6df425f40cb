import { lazy, Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { fieldRules, type workrequests } from '@reelay/api/contract'
import { loadNamespaces, useTranslation } from '../../../../i18n/i18n.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { DescriptionList, type DescriptionItem } from '../../../../ui/layout/description-list.tsx'
import { PendingRows } from '../../../../ui/feedback/pending.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { useDisplayNames } from '../use-display-names.ts'

type WorkRequest = workrequests.WorkRequest
/** Most users only read the order, so the form and its texts are loaded on demand. */
const EditOrder = lazy(async () => {
  const [{ EditOrder: loaded }] = await Promise.all([
    import('./edit-order.tsx'),
    loadNamespaces('order'),
  ])
  return { default: loaded }
})

export function OrderSection({ request }: { request: WorkRequest }) {
  const { t } = useTranslation(['request', 'common'])
  const me = useCurrentUser()
  const [isEditing, setEditing] = useState(false)
  const mayEdit =
    me !== undefined &&
    fieldRules.mayChangeOrder(request, me) &&
    !fieldRules.isFinal(request.status)
  return (
    <Section
      anchor="order"
      title={t('order')}
      inCard
      note={
        mayEdit &&
        !isEditing && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
            {t('common:edit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <Suspense fallback={<PendingRows rows={4} />}>
          <EditOrder request={request} onEnd={() => setEditing(false)} />
        </Suspense>
      ) : (
        <OrderDetails request={request} />
      )}
    </Section>
  )
}

function OrderDetails({ request }: { request: WorkRequest }) {
  const { t } = useTranslation('request')
  const { partName, treatmentName, nameOfUse } = useDisplayNames()
  const { dng, uses, dcp, instructions, aspectRatio } = request
  const useTexts = uses.items.map((use) => {
    const formats = uses.details[use]
      ?.map(({ value, ship }) => (ship ? t('shipped', { value }) : value))
      .join('; ')
    return formats ? `${nameOfUse(use)}: ${formats}` : nameOfUse(use)
  })
  return (
    <DescriptionList
      columns={2}
      items={[
        ...Object.entries(dng).map(([part, treatments]): DescriptionItem => [
          partName(part),
          treatments.map(treatmentName).join(', '),
        ]),
        [
          t('uses'),
          [
            ...useTexts,
            ...(dcp.items.length && !uses.items.includes('Dcp') ? [nameOfUse('Dcp')] : []),
          ].join('\n'),
        ],
        [t('aspectRatio'), aspectRatio && <span dir="ltr">{aspectRatio}</span>],
        [
          t('automation'),
          [
            request.autosubs && t('autosubs'),
            request.auto && t('auto'),
            request.dualLanguages && t('dualLanguages'),
          ]
            .filter(Boolean)
            .join(', '),
        ],
        [t('instructions'), instructions, 'wide'],
      ]}
    />
  )
}
