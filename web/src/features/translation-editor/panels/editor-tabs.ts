/** The first two are tabs on phones only: elsewhere they are always visible. */
export const EDITOR_TABS = ['lines', 'waveform', 'suggestions', 'checks', 'comments'] as const
export type EditorTab = (typeof EDITOR_TABS)[number]

/** The id of a panel is this with the name of its tab. */
export const EDITOR_ID = 'editor'
