import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Projects() {
  const { t } = useTranslation('library')
  return <Page title={t('title')}>{null}</Page>
}
