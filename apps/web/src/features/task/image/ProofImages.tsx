import { t } from '@lingui/core/macro'
import type { TaskImage } from '@runnel/contract/task/schemas'
import { IconChevronLeft, IconChevronRight, IconPhotoOff, IconZoom, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { imageName } from '#features/task/labels.ts'
import { arrowOf } from '#ui/form/wrap-index.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { imageOf } from './load-image.ts'

interface ProofImagesProps {
  submissionId: string
  images: readonly TaskImage[]
  /** Those of a dispute stand smaller beside its words. */
  small?: boolean
}

/** Images that only those concerned may see; a press shows one of them large. */
export const ProofImages = ({ submissionId, images, small = false }: ProofImagesProps) => {
  const [openAt, setOpenAt] = useState<number | null>(null)
  if (images.length === 0) return null
  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {images.map((image, index) => (
          <li key={image._id}>
            <Thumbnail
              submissionId={submissionId}
              image={image}
              name={imageName(index)}
              rem={small || images.length > 2 ? 8 : 16}
              onOpen={() => setOpenAt(index)}
            />
          </li>
        ))}
      </ul>
      <Zoom submissionId={submissionId} images={images} at={openAt} onAt={setOpenAt} />
    </>
  )
}

interface ThumbnailProps {
  submissionId: string
  image: TaskImage
  name: string
  rem: number
  onOpen: () => void
}

const Thumbnail = ({ submissionId, image, name, rem, onOpen }: ThumbnailProps) => {
  const { data, error, refetch } = useQuery(imageOf({ submissionId, imageId: image._id }))
  // The size is known beforehand, so nothing jumps when the image arrives.
  const size = { width: `min(100%, ${(rem * image.width) / image.height}rem)`, height: `${rem}rem`, maxWidth: '100%' }
  if (error) {
    return (
      <IconButton
        label={t({ id: 'task.image.failed', message: `${name} didn’t load. Try again` })}
        icon={<IconPhotoOff aria-hidden="true" />}
        onClick={() => void refetch()}
      />
    )
  }
  if (data === undefined) return <Skeleton height={rem * 4} width={`${rem}rem`} className="rounded-m" />
  return (
    <button
      type="button"
      className="block overflow-clip rounded-m border border-line bg-sunken hover:border-brand-vivid"
      style={{ cursor: 'zoom-in', maxWidth: '100%' }}
      aria-label={t({ id: 'task.image.open', message: `Enlarge ${name}` })}
      onClick={onOpen}
    >
      <img src={data} alt="" width={image.width} height={image.height} style={{ ...size, objectFit: 'contain' }} />
    </button>
  )
}

interface ZoomProps {
  submissionId: string
  images: readonly TaskImage[]
  at: number | null
  onAt: (at: number | null) => void
}

/** One image as large as the window, or at its own size to look closely. */
const Zoom = ({ submissionId, images, at, onAt }: ZoomProps) => {
  const [isClose, setClose] = useState(false)
  const image = at === null ? undefined : images[at]
  const step = (by: number) => {
    const next = (at ?? 0) + by
    return images[next] ? () => onAt(next) : undefined
  }
  const [before, after] = [step(-1), step(1)]
  useArrows(image !== undefined, { before, after })
  return (
    <Dialog
      open={image !== undefined}
      onClose={() => onAt(null)}
      wide
      title={at === null ? '' : imageName(at)}
      actions={
        <>
          <IconButton
            label={t({ id: 'task.image.before', message: 'Previous image' })}
            icon={<IconChevronLeft aria-hidden="true" />}
            disabled={!before}
            onClick={before}
          />
          <IconButton
            label={t({ id: 'task.image.next', message: 'Next image' })}
            icon={<IconChevronRight aria-hidden="true" />}
            disabled={!after}
            onClick={after}
          />
          <IconButton
            label={
              isClose
                ? t({ id: 'task.image.whole', message: 'Fit image to screen' })
                : t({ id: 'task.image.close', message: 'Zoom in' })
            }
            icon={isClose ? <IconZoomOut aria-hidden="true" /> : <IconZoom aria-hidden="true" />}
            onClick={() => setClose(!isClose)}
          />
        </>
      }
    >
      {image && <Large submissionId={submissionId} image={image} isClose={isClose} name={imageName(at ?? 0)} />}
    </Dialog>
  )
}

interface Steps {
  before: (() => void) | undefined
  after: (() => void) | undefined
}

/** The arrow keys turn the pages while an image is shown large. */
const useArrows = (isOpen: boolean, { before, after }: Steps): void => {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = arrowOf(event.key)
    if (key === 'ArrowLeft') before?.()
    if (key === 'ArrowRight') after?.()
  })
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isOpen])
}

interface LargeProps {
  submissionId: string
  image: TaskImage
  isClose: boolean
  name: string
}

const Large = ({ submissionId, image, isClose, name }: LargeProps) => {
  const { data } = useQuery(imageOf({ submissionId, imageId: image._id }))
  const size = isClose
    ? { width: `${image.width}px`, maxWidth: 'none' }
    : { maxWidth: '100%', maxHeight: '70dvh', margin: 'auto' }
  return (
    <div style={{ overflow: 'auto', maxHeight: '70dvh' }}>
      {data === undefined ? (
        <Skeleton height={80} />
      ) : (
        <img src={data} alt={name} width={image.width} height={image.height} style={{ height: 'auto', ...size }} />
      )}
    </div>
  )
}
