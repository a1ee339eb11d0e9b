import { useId } from 'react';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value as it is read, with its unit. */
  readonly valueText: string;
  readonly onChange: (value: number) => void;
}

/** A number between two ends, with its value beside its name. */
export function Slider(props: SliderProps) {
  const id = useId();
  return (
    <div className="slider">
      <label htmlFor={id}>{props.label}</label>
      <output htmlFor={id} className="slider-value">
        {props.valueText}
      </output>
      <input
        id={id}
        type="range"
        min={props.min}
        max={props.max}
        step={props.step}
        value={props.value}
        aria-valuetext={props.valueText}
        onChange={(event) => props.onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
