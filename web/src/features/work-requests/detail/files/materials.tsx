import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { formatNumber } from '../../../../ui/format/format.ts'
import { Material } from './material.tsx'
import type { AssetFiles } from './use-asset-files.ts'
import section from '../section.module.css'

/** The materials that are needed before work can start. */
export function Materials({
  request,
  files,
}: {
  request: workrequests.WorkRequest
  files: AssetFiles
}) {
  const { t } = useTranslation('request')
  const { materials, status } = request
  const missing = materials.filter(({ complete }) => !complete).length
  if (materials.length === 0 && status !== 'incomplete') return null
  return (
    <Section
      anchor="materials"
      title={t('materials.title')}
      inCard
      note={
        materials.length > 0 &&
        (missing
          ? t('materials.missing', {
              open: formatNumber(missing),
              all: formatNumber(materials.length),
            })
          : t('materials.allComplete'))
      }
    >
      {materials.length === 0 ? (
        <p className={section.hint}>{t('materials.none')}</p>
      ) : (
        <ul className={section.list}>
          {materials.map((material) => (
            <Material key={material.name} request={request} material={material} files={files} />
          ))}
        </ul>
      )}
    </Section>
  )
}
