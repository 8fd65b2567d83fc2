import { useState } from 'react'
import { Button } from '#ui/Button.tsx'

/** Light or dark, and any hue an owner might pick. */
export const ThemePicker = () => {
  const [hue, setHue] = useState(200)
  const [accent, setAccent] = useState(66)
  const root = document.documentElement
  const toggle = () => {
    root.dataset['mode'] = root.dataset['mode'] === 'dark' ? 'light' : 'dark'
  }
  const set = (name: string, keep: (value: number) => void) => (value: number) => {
    keep(value)
    root.style.setProperty(name, String(value))
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Hue label="Brand hue" value={hue} onValue={set('--brand-hue', setHue)} />
      <Hue label="Accent hue" value={accent} onValue={set('--accent-hue', setAccent)} />
      <Button onClick={toggle}>Light or dark</Button>
    </div>
  )
}

const Hue = ({ label, value, onValue }: { label: string; value: number; onValue: (value: number) => void }) => (
  <label className="grid text-sm">
    {label}
    <input
      type="range"
      min="0"
      max="360"
      value={value}
      onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
    />
  </label>
)
