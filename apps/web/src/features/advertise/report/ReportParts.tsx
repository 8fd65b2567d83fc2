import { t } from '@lingui/core/macro'
import { Device } from '@runnel/contract/advertise'
import type { Report } from '#features/advertise/advertise.ts'
import { countryName } from '#features/advertise/countries.ts'
import { deviceName, reportName } from '#features/advertise/labels.ts'
import { Card } from '#ui/Card.tsx'
import { formatNumber, formatPercent } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'

type Count = Report['countries'][number]

/** Where the viewers were. */
export const Countries = ({ countries }: Pick<Report, 'countries'>) => {
  const title = t({ id: 'campaign.byCountry', message: 'Countries' })
  return (
    <Counts
      title={title}
      counts={countries}
      header={t({ id: 'campaign.country', message: 'Country' })}
      nameOf={countryName}
    />
  )
}

/** What the viewers used. */
export const Devices = ({ devices }: Pick<Report, 'devices'>) => {
  const title = t({ id: 'campaign.byDevice', message: 'Devices' })
  const nameOf = (name: string) => {
    const known = Device.options.find((option) => option === name)
    return known && known !== 'any' ? deviceName(known) : t({ id: 'ad.country.unknown', message: 'Unknown' })
  }
  return (
    <Counts
      title={title}
      counts={devices}
      header={t({ id: 'campaign.deviceOne', message: 'Device' })}
      nameOf={nameOf}
    />
  )
}

interface CountsProps {
  title: string
  header: string
  counts: readonly Count[]
  nameOf: (name: string) => string
}

const Counts = ({ title, header, counts, nameOf }: CountsProps) => {
  const columns: Column<Count>[] = [
    { key: 'name', header, role: 'head', cell: ({ name }) => nameOf(name) },
    {
      key: 'paid',
      header: t({ id: 'campaign.progress', message: 'Delivered views' }),
      align: 'end',
      cell: ({ paid }) => formatNumber(paid),
    },
    {
      key: 'rate',
      header: t({ id: 'campaign.figure.rate', message: 'Completion rate' }),
      align: 'end',
      cell: ({ paid, opened }) => (opened === 0 ? '—' : formatPercent(Math.round((paid / opened) * 100) * 100)),
    },
  ]
  return (
    <Card flush title={title}>
      <Table
        caption={title}
        columns={columns}
        rows={counts}
        rowKey={({ name }) => name}
        empty={
          <p className="p-4 pt-0 text-muted sm:p-6 sm:pt-0">
            {t({ id: 'campaign.counts.none', message: 'Data appears here after the first view.' })}
          </p>
        }
      />
    </Card>
  )
}

/** Why viewers reported it. */
export const Complaints = ({ reports }: Pick<Report, 'reports'>) => (
  <Card title={t({ id: 'campaign.byReason', message: 'Report reasons' })}>
    {reports.length === 0 ? (
      <p className="text-muted">{t({ id: 'campaign.reports.none', message: 'No reports.' })}</p>
    ) : (
      <KeyValue
        pairs={reports.map(({ reason, count }) => ({
          key: reason,
          label: reportName(reason),
          value: formatNumber(count),
        }))}
      />
    )}
  </Card>
)
