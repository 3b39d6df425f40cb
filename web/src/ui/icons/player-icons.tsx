import { Icon } from './icons.tsx'

const filled = { fill: 'currentColor', stroke: 'none' } as const

export const PlayIcon = () => (
  <Icon>
    <path
      d="M8 5.2v13.6a.8.8 0 0 0 1.2.7l10.6-6.8a.8.8 0 0 0 0-1.4L9.2 4.5A.8.8 0 0 0 8 5.2Z"
      {...filled}
    />
  </Icon>
)
export const PauseIcon = () => (
  <Icon>
    <path d="M7 5h3.4v14H7zM13.6 5H17v14h-3.4z" {...filled} />
  </Icon>
)
export const PreviousFrameIcon = () => (
  <Icon>
    <path d="m13 7-5 5 5 5M18 6v12" />
  </Icon>
)
export const NextFrameIcon = () => (
  <Icon>
    <path d="m11 7 5 5-5 5M6 6v12" />
  </Icon>
)
export const VolumeIcon = () => (
  <Icon>
    <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />
  </Icon>
)
export const MutedIcon = () => (
  <Icon>
    <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5" />
  </Icon>
)
export const FullscreenIcon = () => (
  <Icon>
    <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
  </Icon>
)
export const LoopIcon = () => (
  <Icon>
    <path d="M4 12V9a3 3 0 0 1 3-3h12m-3-3 3 3-3 3M20 12v3a3 3 0 0 1-3 3H5m3 3-3-3 3-3" />
  </Icon>
)
export const CaptionsIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM7.5 15.5h5M15 15.5h1.5M7.5 12h1.5M11.5 12h5" />
  </Icon>
)
