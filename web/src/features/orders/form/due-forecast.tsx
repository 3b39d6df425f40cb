import { reports, type assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { formatDateTime } from '../../../ui/format/time.ts'
import { firstAtHour } from '../../../ui/format/zoned-time.ts'
import type { OrderDraft } from '../draft.ts'
import styles from './order-form.module.css'

type Forecast = reports.Forecast

/** When an order like this one is usually complete. */
export function useForecast(
  { studio }: Pick<assets.Asset, 'studio'>,
  { territory, languages }: Pick<OrderDraft, 'territory' | 'languages'>,
  tz: string,
): Forecast | undefined {
  const [language] = languages
  return useEndpointQuery(
    reports.orderForecast,
    { query: { studio, tz, ...(territory && { territory }), ...(language && { language }) } },
    { staleTime: 5 * 60_000 },
  ).data
}

/** The first end of a working day that is on track. */
export const proposeDue = ({ safe }: Forecast, zone: string, hour: number): number =>
  firstAtHour(zone, safe, hour)

type Props = {
  due: number
  forecast: Forecast
  zone: string
  proposed: number
  onUse: (due: number) => void
}

/** Says that the order would be at risk at once, and offers a date that holds. */
export function ForecastWarning({ due, forecast: { likely, safe }, zone, proposed, onUse }: Props) {
  const { t } = useTranslation('order')
  if (due >= safe) return null
  return (
    <div className={styles.forecast} role="status">
      <p>
        {due < likely
          ? t('forecast.critical', { date: formatDateTime(zone, likely) })
          : t('forecast.tight', { date: formatDateTime(zone, safe) })}
      </p>
      <button type="button" className={styles.link} onClick={() => onUse(proposed)}>
        {t('forecast.use', { date: formatDateTime(zone, proposed) })}
      </button>
    </div>
  )
}
