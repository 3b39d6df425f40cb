import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { PopoverMenu } from '../../ui/layout/popover-menu.tsx'
import { useKeyHint } from '../../ui/shortcuts/assigned-keys.ts'
import { stage } from '../player/stage.ts'
import { useDocumentShortcuts } from '../player/shortcuts.ts'
import { SaveView } from '../shared/views-menu.tsx'
import {
  formatPlaylist,
  indexOfItem,
  MAX_PLAYLIST_ITEMS,
  moveItem,
  type PlaylistItem,
} from './playlist.ts'
import { findPlaylistAction, PLAYLIST_SHORTCUTS } from './shortcuts.ts'
import { useOpenItem, usePlaylistItems, type ShownItem } from './use-playlist.ts'
import styles from './playlist.module.css'

/** In the header of a workspace: the position in the playlist, and the way to the other items. */
export function PlaylistBar({ current: page }: { current: PlaylistItem }) {
  const { playlist } = useSearch({ strict: false })
  const { items } = usePlaylistItems(playlist)
  const current = [...useItemsInUrl(), page]
  return playlist && items?.length ? <Bar current={current} items={items} /> : null
}

/** The file and the version that the URL names. They cover the newest version of the page. */
function useItemsInUrl(): PlaylistItem[] {
  const { file, preview } = useSearch({ strict: false })
  const pathname = useLocation({ select: (location) => location.pathname })
  const offline = /^\/offlines\/(\w+)/.exec(pathname)?.[1]
  return [
    ...(file ? [{ kind: 'file', id: file } as const] : []),
    ...(preview ? [{ kind: 'preview', id: preview } as const] : []),
    ...(offline ? [{ kind: 'offline', id: offline } as const] : []),
  ]
}

type Props = { current: PlaylistItem[]; items: ShownItem[] }

function Bar({ current, items }: Props) {
  const { t } = useTranslation('playlist')
  const open = useOpenItem()
  const index = indexOfItem(items, current)
  const neighbours = { previous: items[index - 1], next: items[index + 1] }
  useDocumentShortcuts((event) => {
    const action = findPlaylistAction(event)
    const target = action && neighbours[action]
    return target && (() => open(target, items))
  })
  const label =
    index < 0
      ? t('title')
      : t('position', {
          position: formatNumber(index + 1),
          count: formatNumber(items.length),
        })
  return (
    <nav className={styles.bar} aria-label={t('title')}>
      <StepButton action="previous" target={neighbours.previous} items={items} />
      <PopoverMenu label={label}>
        {(close) => <ItemMenu current={current} items={items} onClose={close} />}
      </PopoverMenu>
      <StepButton action="next" target={neighbours.next} items={items} />
    </nav>
  )
}

type StepProps = {
  action: keyof typeof PLAYLIST_SHORTCUTS
  target: ShownItem | undefined
  items: ShownItem[]
}

function StepButton({ action, target, items }: StepProps) {
  const { t } = useTranslation('playlist')
  const open = useOpenItem()
  const name = t(action)
  const hint = useKeyHint(
    target ? `${name}: ${titleOf(target)}` : name,
    `playlist.${action}`,
    PLAYLIST_SHORTCUTS[action],
  )
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={name}
      {...hint}
      disabled={!target}
      onClick={() => target && open(target, items)}
    >
      <span aria-hidden="true">{action === 'next' ? '→' : '←'}</span>
    </button>
  )
}

const titleOf = ({ name, note }: ShownItem) => [name, note].filter(Boolean).join(' · ')

type MenuProps = Props & { onClose: () => void }

/** The items in their order. The order is part of the URL; it can be saved under a name. */
function ItemMenu({ current, items, onClose }: MenuProps) {
  const { t } = useTranslation('playlist')
  const open = useOpenItem()
  const navigate = useNavigate()
  const change = (changed: PlaylistItem[]) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, playlist: formatPlaylist(changed) || undefined }),
      replace: true,
      resetScroll: false,
    })
  const index = indexOfItem(items, current)
  const query = `items=${formatPlaylist(items)}`
  return (
    <>
      <ol className={styles.items}>
        {items.map((item, at) => (
          <li key={`${item.kind} ${item.id}`}>
            <button
              type="button"
              className={styles.item}
              aria-current={at === index ? 'true' : undefined}
              onClick={() => {
                onClose()
                open(item, items)
              }}
            >
              <bdi>{item.name}</bdi>
              {item.note && <span className={styles.note}>{item.note}</span>}
            </button>
            <EditButton
              label={t('up', { name: titleOf(item) })}
              symbol="↑"
              isDisabled={at === 0}
              onPress={() => change(moveItem(items, at, -1))}
            />
            <EditButton
              label={t('down', { name: titleOf(item) })}
              symbol="↓"
              isDisabled={at === items.length - 1}
              onPress={() => change(moveItem(items, at, 1))}
            />
            <EditButton
              label={t('remove', { name: titleOf(item) })}
              symbol="×"
              onPress={() => change(items.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <AddShown
        items={items}
        onAdd={(item) => change((items as PlaylistItem[]).toSpliced(index + 1, 0, item))}
      />
      <div className={styles.actions}>
        <CopyButton
          text={new URL(`/playlist?${query}`, location.href).href}
          label={t('copyLink')}
        />
        <button type="button" className={styles.end} onClick={() => change([])}>
          {t('close')}
        </button>
      </div>
      <SaveView list="playlists" query={query} label={t('save')} onSaved={onClose} />
    </>
  )
}

type AddProps = { items: readonly PlaylistItem[]; onAdd: (item: PlaylistItem) => void }

/** Adds the version or the file on the stage, which then stays in the list as it is. */
function AddShown({ items, onAdd }: AddProps) {
  const { t } = useTranslation('playlist')
  const film = useSyncExternalStore(stage.subscribe, stage.film)
  if (!film) return null
  const item: PlaylistItem = { kind: film.kind, id: film._id }
  if (indexOfItem(items, [item]) >= 0 || items.length >= MAX_PLAYLIST_ITEMS) return null
  return (
    <button type="button" className={styles.end} onClick={() => onAdd(item)}>
      {t(film.kind === 'file' ? 'addFile' : 'addVersion')}
    </button>
  )
}

type EditProps = { label: string; symbol: string; isDisabled?: boolean; onPress: () => void }

const EditButton = ({ label, symbol, isDisabled = false, onPress }: EditProps) => (
  <button
    type="button"
    className={styles.edit}
    aria-label={label}
    title={label}
    disabled={isDisabled}
    onClick={onPress}
  >
    {symbol}
  </button>
)
