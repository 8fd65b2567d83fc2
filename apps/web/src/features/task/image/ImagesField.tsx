import { t } from '@lingui/core/macro'
import { IMAGE_TYPES_TAKEN } from '@runnel/contract/constants'
import { IMAGES_MAX } from '@runnel/contract/task/schemas'
import { IconCamera, IconPhoto, IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type DragEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { imageOf, type ImagePlace } from './load-image.ts'
import type { Images, SentImage } from './use-images.ts'

interface ImagesFieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  images: Images
}

/** Images by choosing, dragging, pasting, or with the camera of a phone. */
export const ImagesField = ({ label, hint, error, images }: ImagesFieldProps) => {
  const id = useId()
  const [isOver, setOver] = useState(false)
  usePaste(images.add)
  const isFull = images.images.length >= IMAGES_MAX
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    images.add([...event.dataTransfer.files])
  }
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label">{label}</legend>
      <div
        className="grid gap-3 rounded-m border bg-paper p-4 [border-style:dashed]"
        style={{ borderColor: isOver ? 'var(--brand-vivid)' : 'var(--edge)' }}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {images.images.length > 0 && (
          <ul className="grid gap-3">
            {images.images.map((image) => (
              <Row key={image.key} image={image} onRemove={() => images.remove(image.key)} />
            ))}
          </ul>
        )}
        <Choose isFull={isFull} onFiles={images.add} />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <div className="field-hint">{hint}</div>}
    </fieldset>
  )
}

const Choose = ({ isFull, onFiles }: { isFull: boolean; onFiles: (files: File[]) => void }) => {
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="small"
        icon={<IconPhotoPlus aria-hidden="true" />}
        disabled={isFull}
        onClick={() => file.current?.click()}
      >
        {t({ id: 'task.images.choose', message: 'Select images' })}
      </Button>
      {hasCamera() && (
        <Button
          size="small"
          icon={<IconCamera aria-hidden="true" />}
          disabled={isFull}
          onClick={() => camera.current?.click()}
        >
          {t({ id: 'task.images.camera', message: 'Take a photo' })}
        </Button>
      )}
      <span className="text-sm text-muted">
        {t({ id: 'task.images.how', message: `or drag and drop or paste; up to ${IMAGES_MAX} images, 5 MB each` })}
      </span>
      <FileInput inputRef={file} onFiles={onFiles} multiple />
      <FileInput inputRef={camera} onFiles={onFiles} capture="environment" />
    </div>
  )
}

interface FileInputProps {
  inputRef: RefObject<HTMLInputElement | null>
  onFiles: (files: File[]) => void
  multiple?: boolean
  capture?: 'environment'
}

const FileInput = ({ inputRef, onFiles, ...rest }: FileInputProps) => (
  <input
    ref={inputRef}
    type="file"
    hidden
    accept={IMAGE_TYPES_TAKEN.join(',')}
    {...rest}
    onChange={({ currentTarget }) => {
      onFiles([...(currentTarget.files ?? [])])
      // The same file may be chosen again after it was removed.
      currentTarget.value = ''
    }}
  />
)

/** A phone or tablet: elsewhere `capture` only opens the same dialog again. */
const hasCamera = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false

const Row = ({ image, onRemove }: { image: SentImage; onRemove: () => void }) => {
  const { name, preview, share, id, error } = image
  return (
    <li className="flex items-center gap-3">
      <span className="drop overflow-clip">
        {image.place ? <Sent place={image.place} /> : <Picture src={preview} />}
      </span>
      <span className="grid min-w-0 grow gap-1">
        <span className="truncate text-sm font-medium">{name}</span>
        {error !== null && <FieldError id={`${image.key}-error`}>{error}</FieldError>}
        {error === null && id === null && (
          <ProgressBar
            label={t({ id: 'task.images.sending', message: `Uploading ${name}` })}
            hideLabel
            value={share}
            max={1}
          />
        )}
        {id !== null && <span className="text-sm text-good">{t({ id: 'task.images.sent', message: 'Uploaded' })}</span>}
      </span>
      <IconButton
        label={t({ id: 'task.images.remove', message: `Remove ${name}` })}
        icon={<IconX aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  )
}

/** One that the server has already. */
const Sent = ({ place }: { place: ImagePlace }) => {
  const { data = null } = useQuery(imageOf(place))
  return <Picture src={data} />
}

const Picture = ({ src }: { src: string | null }) => {
  if (src === null) return <IconPhoto aria-hidden="true" />
  return <img src={src} alt="" width={44} height={44} className="size-full" style={{ objectFit: 'cover' }} />
}

/** Images that are pasted anywhere on the page while the field is there. */
const usePaste = (onFiles: (files: File[]) => void): void => {
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => pasted(event)
    window.addEventListener('paste', listen)
    return () => window.removeEventListener('paste', listen)
  }, [])
}
