import type { LucideIcon } from "lucide-react";

/** An icon of the product's icon set. */
export type IconGlyph = LucideIcon;

/** All icons of the product, in one list, so that a meaning gets no second icon. */
export {
  ArrowDown,
  ArrowDownLeft,
  ArrowDownRight,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpFromLine,
  ArrowUpRight,
  BadgeCheck,
  Camera,
  ChartCandlestick,
  ChartNoAxesCombined,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Copy,
  Download,
  Eye,
  EyeOff,
  FileUp,
  Globe,
  GripVertical,
  House,
  IdCard,
  ImagePlus,
  ImageUp,
  Info,
  Keyboard,
  KeyRound,
  Landmark,
  Laptop,
  Layers,
  LayoutDashboard,
  List,
  ListFilter,
  Lock,
  LogOut,
  Mail,
  Maximize,
  Menu,
  Minus,
  PanelLeftClose,
  PanelLeftOpen,
  Pencil,
  Play,
  Plus,
  Printer,
  QrCode,
  ReceiptText,
  RefreshCw,
  RotateCw,
  Search,
  Settings,
  ShieldAlert,
  ShieldCheck,
  SlidersHorizontal,
  Smartphone,
  TriangleAlert,
  Undo2,
  UserRound,
  UserRoundX,
  UsersRound,
  Wallet,
  WifiOff,
  X,
  ZoomIn,
  ZoomOut,
} from "lucide-react";

type IconProps = { of: IconGlyph; size?: 14 | 16 | 20 };

/**
 * An icon with a 1.5 px line at every size. Decorative: the text beside it, or the control's label, has the meaning.
 */
export function Icon({ of: Glyph, size = 16 }: IconProps) {
  return <Glyph size={size} strokeWidth={1.5} absoluteStrokeWidth aria-hidden="true" />;
}
