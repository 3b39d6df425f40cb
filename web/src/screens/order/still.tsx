import { previews, type assets } from '@reelay/api/contract'
import { useAnswer } from '../../answers.ts'
import styles from './order.module.css'

/** A small picture of an asset, where there is one. */
export function Still({ asset }: { asset: Pick<assets.Asset, '_id' | 'previews'> | undefined }) {
  const { data } = useAnswer(previews.listPreviews, { query: { asset: asset?._id ?? '' }, range: { first: 0, last: 0 } }, { enabled: Boolean(asset?.previews.length), staleTime: 4 * 60_000 })
  const [preview] = data?.items ?? []
  const address = preview?.poster ?? (preview?.type === 'image' && preview.status === 'ready' ? preview.path : null)
  return <div className={styles.still}>{address && <img src={address} alt="" loading="lazy" />}</div>
}
