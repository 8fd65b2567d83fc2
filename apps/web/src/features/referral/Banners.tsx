import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useSite } from '#features/home/home.ts'
import { measuresOf, type BannerSize } from '#ui/banner/banner-size.ts'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

const sizes: readonly BannerSize[] = ['728x90', '468x60', '300x250', '160x600']

/** Pictures for the own page, each with the code that shows it and leads here. */
export const Banners = ({ link }: { link: string }) => {
  const { name } = useSite()
  const [size, setSize] = useState<BannerSize>('300x250')
  const code = bannerCode({ link, name, size })
  return (
    <Card
      title={t({ id: 'referral.banners', message: 'Banners' })}
      note={t({
        id: 'referral.banners.note',
        message: 'Copy the code and paste it into your website.',
      })}
    >
      <div className="grid grid-cols-1 gap-4">
        <Select
          label={t({ id: 'referral.size', message: 'Size' })}
          filterable={false}
          value={size}
          options={sizes.map((value) => ({ value, label: value.replace('x', ' × ') }))}
          onChange={(value) => setSize(sizes.find((known) => known === value) ?? size)}
        />
        <img
          {...measuresOf(size)}
          style={{ maxWidth: '100%', height: 'auto', maxHeight: '20rem', width: 'auto' }}
          className="mx-auto"
          src={`/promo/${size}.svg`}
          alt={t({ id: 'referral.banner.look', message: 'Banner preview' })}
          loading="lazy"
        />
        <TextArea
          label={t({ id: 'referral.code', message: 'Code' })}
          readOnly
          spellCheck={false}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div>
          <CopyButton text={code} label={t({ id: 'referral.code.copy', message: 'Copy code' })} />
        </div>
      </div>
    </Card>
  )
}

interface BannerCode {
  link: string
  name: string
  size: BannerSize
}

export const bannerCode = ({ link, name, size }: BannerCode): string => {
  const { width, height } = measuresOf(size)
  const picture = new URL(`/promo/${size}.svg`, link).href
  const [href, alt] = [asAttribute(link), asAttribute(name)]
  return `<a href="${href}"><img src="${asAttribute(picture)}" width="${width}" height="${height}" alt="${alt}"></a>`
}

const asAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
