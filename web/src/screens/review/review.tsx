import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Review() {
  const { t } = useTranslation('review')
  return <Page title={t('title')}>{null}</Page>
}
