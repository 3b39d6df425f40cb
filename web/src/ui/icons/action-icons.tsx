import { Icon } from './icons.tsx'

const filled = { fill: 'currentColor', stroke: 'none' } as const

export const GridIcon = () => (
  <Icon>
    <path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" {...filled} />
  </Icon>
)
export const ListIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
)
export const DownloadIcon = () => (
  <Icon>
    <path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />
  </Icon>
)
export const EditIcon = () => (
  <Icon>
    <path d="M4 20h4L19.5 8.5l-4-4L4 16ZM13 7l4 4" />
  </Icon>
)
export const ShareIcon = () => (
  <Icon>
    <path d="M5 13v7h14v-7M12 15V4m-4 4 4-4 4 4" />
  </Icon>
)
export const FileIcon = () => (
  <Icon>
    <path d="M6 3h8l4 4v14H6ZM14 3v4h4" strokeWidth={1.5} />
  </Icon>
)
